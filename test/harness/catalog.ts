import type { TestAgency } from './world.ts'

/** An entry of the catalog, made through the API. `under` is shorter than `place.parentId`. */
export async function newEntity(
  agency: TestAgency,
  kind: string,
  name: string,
  { under, place, ...rest }: { under?: string | null; place?: object; [member: string]: unknown } = {},
) {
  const body = { kind, name, place: { ...place, ...(under !== undefined && { parentId: under }) }, ...rest }
  const answer = await agency.api('POST /v1/catalog/entities', { body })
  if (answer.status !== 201) throw new Error(`An entry was refused while a test was set up: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Japan, with places two levels deep and products on each level. */
export async function newJapan(agency: TestAgency) {
  const japan = await newEntity(agency, 'destino', 'Japón', { place: { level: 'pais', countryCode: 'JP' } })
  const kyoto = await newEntity(agency, 'destino', 'Kioto', { under: japan.id, place: { countryCode: 'JP' } })
  const gion = await newEntity(agency, 'destino', 'Gion', { under: kyoto.id })
  const shrine = await newEntity(agency, 'punto', 'Yasaka-jinja', { under: gion.id })
  const ryokan = await newEntity(agency, 'alojamiento', 'Ryokan Gion', { under: gion.id })
  const tea = await newEntity(agency, 'actividad', 'Ceremonia del té', { under: shrine.id })
  const guide = await newEntity(agency, 'servicio', 'Guía en Kioto', { under: kyoto.id })
  return { japan, kyoto, gion, shrine, ryokan, tea, guide }
}

import type { FieldError } from '../../operations/problem.ts'
import { tidyTags } from '../tags/index.ts'
import type { Content, ContentChanges, Entity, EntityChanges, EntityKind, EntityPlace, NewEntity, PlaceChanges } from './entity.ts'

/** What people write about an entry; the rest follows from it or is given by the service. */
export type EntityContent = Pick<Entity, 'kind' | 'name' | 'externalId' | 'origin' | 'place' | 'tags' | 'content'>

/** Places make the tree; products hang from it, and nothing hangs from them. */
const HANGS_FROM: Record<EntityKind, readonly EntityKind[]> = {
  destino: ['destino'],
  punto: ['destino'],
  alojamiento: ['destino', 'punto'],
  actividad: ['destino', 'punto'],
  servicio: ['destino', 'punto'],
}
export const mayHangFrom = (kind: EntityKind, parent: EntityKind): boolean => HANGS_FROM[kind].includes(parent)

const NOWHERE: EntityPlace = {
  ...{ parentId: null, level: null, placeId: '', lat: null, lng: null },
  ...{ formattedAddress: '', countryCode: '', city: '', region: '' },
}

export const newContent = (body: NewEntity): EntityContent => ({
  ...{ kind: body.kind, name: body.name, externalId: body.externalId ?? '', origin: body.origin ?? 'api' },
  place: placeWith(NOWHERE, body),
  tags: tidyTags(body.tags ?? []),
  content: body.content ?? {},
})

/** Absent members stay as they are; `place` and `content` merge by member. */
export const changedContent = (entity: EntityContent, changes: EntityChanges): EntityContent => ({
  ...entity,
  name: changes.name ?? entity.name,
  externalId: changes.externalId ?? entity.externalId,
  place: placeWith(entity.place, changes),
  tags: changes.tags ? tidyTags(changes.tags) : entity.tags,
  content: mergeContent(entity.content, changes.content ?? {}),
})

/** `placeId` is the entry's and its place's: it may be said at either. */
function placeWith(place: EntityPlace, { placeId, place: changes = {} }: { placeId?: string; place?: PlaceChanges }): EntityPlace {
  const merged = { ...place, ...(placeId !== undefined && { placeId }), ...changes }
  return { ...merged, countryCode: merged.countryCode.toUpperCase(), parentId: merged.parentId?.toLowerCase() ?? null }
}

const mergeContent = (content: Content, changes: ContentChanges): Content =>
  Object.fromEntries(Object.entries({ ...content, ...changes }).filter(([, value]) => value !== null))

/** A destination without a level is a city, and within a city a quarter of it. */
export const levelOf = ({ kind, place }: EntityContent, parent: { level: string | null } | undefined): EntityPlace['level'] =>
  kind !== 'destino' ? null : (place.level ?? (parent?.level === 'ciudad' || parent?.level === 'zona' ? 'zona' : 'ciudad'))

/** What is wrong with an entry as a whole, once its members are each in order. */
export function entityMistakes({ kind, place }: EntityContent, asked: { placeId?: string; place?: PlaceChanges }): FieldError[] {
  const mistakes: FieldError[] = []
  if (kind !== 'destino' && place.level !== null) mistakes.push({ path: 'place.level', message: 'is for a destino alone' })
  if (place.lat === null && place.lng !== null) mistakes.push({ path: 'place.lat', message: 'is required with lng' })
  if (place.lng === null && place.lat !== null) mistakes.push({ path: 'place.lng', message: 'is required with lat' })
  if (asked.placeId !== undefined && asked.place?.placeId !== undefined && asked.placeId !== asked.place.placeId)
    mistakes.push({ path: 'placeId', message: 'is not what place.placeId says' })
  return mistakes
}

/** `kioto-jp`: what entries of the same city share, whoever wrote them. A city is in itself. */
export function cityKeyOf({ kind, name, place }: EntityContent): string {
  const city = asciiOf(place.city !== '' || kind !== 'destino' || place.level !== 'ciudad' ? place.city : name)
  return city === '' ? '' : [city, asciiOf(place.countryCode)].filter((part) => part !== '').join('-')
}

const asciiOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

export const isPlace = (kind: EntityKind): boolean => kind === 'destino' || kind === 'punto'

/** An external place that two of these hold, if there is one: they can't both be live. */
export function twiceHeld(entities: readonly { kind: string; place_id: string }[]): string | undefined {
  const held = new Set<string>()
  for (const { kind, place_id } of entities) {
    if (place_id === '') continue
    if (held.has(`${kind} ${place_id}`)) return place_id
    held.add(`${kind} ${place_id}`)
  }
  return undefined
}

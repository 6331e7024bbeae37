import type pg from 'pg'

/** A country of so many places and products, six levels deep. */
export const LARGE = { regions: 10, cities: 10, zones: 10, spots: 5, entries: 50_000 }

/** Made past the API, which would take minutes; the index of words is made when all is there. Answers the ids, by level. */
export async function makeLargeTree(admin: pg.Client, agency: string): Promise<Record<string, string[]>> {
  const { rows } = await admin.query(`select pg_get_indexdef('catalog_words_by_text'::regclass) as text`)
  await admin.query('set session_replication_role = replica; drop index catalog_words_by_text')
  const ids: Record<string, string[]> = { pais: await insertLevel(admin, agency, 'pais', 'destino', 1, [null]) }
  let above = ids.pais as string[]
  for (const [name, kind, each] of [
    ['region', 'destino', LARGE.regions],
    ['ciudad', 'destino', LARGE.cities],
    ['zona', 'destino', LARGE.zones],
    ['lugar', 'punto', LARGE.spots],
  ] as const) {
    above = await insertLevel(admin, agency, name, kind, above.length * each, above)
    ids[name] = above
  }
  const places = Object.values(ids).flat().length
  ids.producto = await insertLevel(admin, agency, 'producto', 'alojamiento', LARGE.entries - places, above)
  await admin.query(
    `insert into catalog_words select agency_id, id, ' ' || name || ' ' || md5(name) || E' \\n  \\n  ', created_at, updated_at
     from catalog_entities where agency_id = $1`,
    [agency],
  )
  await admin.query(`${rows[0].text}; set session_replication_role = origin`)
  await admin.query('vacuum analyze catalog_entities, catalog_words')
  return ids
}

async function insertLevel(admin: pg.Client, agency: string, name: string, kind: string, count: number, parents: (string | null)[]) {
  const { rows } = await admin.query<{ id: string }>(
    `insert into catalog_entities (agency_id, id, kind, name, external_id, origin, parent_id, level, place_id, lat, lng, formatted_address,
       country_code, city, region, city_key, tags, content, created_at, updated_at)
     select $1, uuidv7(), $3::text, $2::text || ' ' || n, 'x:' || $2 || n, 'api', ($5::uuid[])[(n - 1) % cardinality($5::uuid[]) + 1],
       case when $3 = 'destino' then $2 end, $2 || n, 30 + (n * 7919 % 15000) / 1000.0, 129 + (n * 104729 % 16000) / 1000.0, '', 'JP', '', '',
       'ciudad-' || n % 100, array['t' || n % 500], jsonb_build_object('features', jsonb_build_array('f' || n % 500)),
       at, at
     from generate_series(1, $4::bigint) as n
     cross join lateral (select timestamptz '2026-01-01' + (n * 7919 % 50000) * interval '1 minute' as at) as times
     returning id`,
    [agency, name, kind, count, parents],
  )
  return rows.map(({ id }) => id)
}

-- The agency's catalog: places in a tree, the products that hang from them, what can be said of them; and routes.

create table catalog_entities (
  agency_id uuid not null references agencies,
  id uuid not null,
  kind text not null check (kind in ('destino', 'punto', 'alojamiento', 'actividad', 'servicio')),
  name text not null,
  external_id text not null,
  origin text not null check (origin in ('human', 'ai', 'api', 'import')),
  parent_id uuid,
  level text check (level in ('pais', 'region', 'ciudad', 'zona')),
  place_id text not null,
  lat double precision,
  lng double precision,
  formatted_address text not null,
  country_code text not null,
  city text not null,
  region text not null,
  city_key text not null,
  tags text[] not null,
  content jsonb not null,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  check ((kind = 'destino') = (level is not null)),
  check ((lat is null) = (lng is null)),
  foreign key (agency_id, parent_id) references catalog_entities (agency_id, id) deferrable
);
-- the list, and the poller that follows it, who also asks for what was deleted
create index catalog_entities_by_update on catalog_entities (agency_id, updated_at, id);
create index catalog_entities_by_kind on catalog_entities (agency_id, kind, updated_at, id);
create index catalog_entities_by_city on catalog_entities (agency_id, city_key, updated_at, id) where city_key <> '';
create index catalog_entities_by_external_id on catalog_entities (agency_id, external_id) where external_id <> '';
-- what hangs from an entry; and the places alone, so that going down the tree reads no products
create index catalog_entities_by_parent on catalog_entities (agency_id, parent_id) where parent_id is not null;
create index catalog_places_by_parent on catalog_entities (agency_id, parent_id) include (id) where kind in ('destino', 'punto');
-- an external place is that of one live entry of its kind
create unique index catalog_entities_one_place on catalog_entities (agency_id, kind, place_id) where place_id <> '' and deleted_at is null;
create index catalog_entities_near on catalog_entities using gist (agency_id, point(lng, lat)) where lat is not null;
create index catalog_entities_by_word on catalog_entities using gin (agency_id, tags, (content -> 'features')) with (fastupdate = off);

-- Two writes that are each in order can break the tree when one of them is undone: a circle, or a live entry below a deleted
-- one. Asked at the commit, of the row as it is then; upwards and downwards by an index, never by a plan for many.
create function refuse_broken_catalog_tree() returns trigger language plpgsql as $$
declare
  entity catalog_entities;
  above uuid;
  seen uuid[] := '{}';
begin
  select * into entity from catalog_entities e where e.agency_id = new.agency_id and e.id = new.id;
  if entity.deleted_at is not null then
    if exists (select from catalog_entities e where e.agency_id = new.agency_id and e.parent_id = new.id and e.deleted_at is null) then
      raise check_violation using message = 'a live entry cannot be below a deleted one';
    end if;
  elsif entity.parent_id is not null and exists (
    select from catalog_entities e where e.agency_id = new.agency_id and e.id = entity.parent_id and e.deleted_at is not null
  ) then
    raise check_violation using message = 'a live entry cannot be below a deleted one';
  end if;
  -- nothing but a destino has places of its own kind below it
  if entity.kind = 'destino' and new.parent_id is distinct from old.parent_id then
    above := entity.parent_id;
    while above is not null loop
      if above = new.id or above = any (seen) then
        raise check_violation using message = 'a place cannot be inside itself';
      end if;
      seen := seen || above;
      select e.parent_id into above from catalog_entities e where e.agency_id = new.agency_id and e.id = above;
    end loop;
  end if;
  return null;
end $$;
create constraint trigger whole_tree after update of parent_id, deleted_at on catalog_entities deferrable initially deferred
  for each row when (new.parent_id is distinct from old.parent_id or new.deleted_at is distinct from old.deleted_at)
  execute function refuse_broken_catalog_tree();

-- As the crow flies, on a sphere of the Earth's mean radius: within half a percent of the way along the ellipsoid.
create function distance_km(lat1 float8, lng1 float8, lat2 float8, lng2 float8) returns float8 language sql immutable parallel safe
  return 2 * 6371.0088 * asin(least(1, sqrt(
    power(sin(radians(lat2 - lat1) / 2), 2) + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lng2 - lng1) / 2), 2))));

call tenant_table('catalog_entities');
call capture_table('catalog_entities', 'catalog_entity', null, null, null, null, null,
  array['kind', 'name', 'external_id', 'origin', 'parent_id', 'level', 'place_id', 'lat', 'lng', 'formatted_address', 'country_code', 'city',
    'region', 'city_key', 'tags', 'content', 'deleted_at', 'created_at'],
  array['updated_at']);

-- The words that an entry is found by, apart from it: a country that is deleted moves thousands of products, and each new
-- version of a row in this index costs more than in all the others together.
create table catalog_words (
  agency_id uuid not null,
  id uuid not null,
  search text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  foreign key (agency_id, id) references catalog_entities (agency_id, id) deferrable
);
create index catalog_words_by_text on catalog_words using gin (agency_id, search gin_trgm_ops) with (fastupdate = off);
call tenant_table('catalog_words');
call capture_table('catalog_words', 'catalog_entity', null, null, null, null, null, array['search', 'created_at'], array['updated_at']);

-- What can be said of an entry in one word. Nobody edits these so far.
create table catalog_features (
  agency_id uuid not null references agencies,
  id uuid not null default uuidv7(),
  key text not null,
  name text not null,
  kinds text[] not null,
  icon text not null,
  created_at timestamptz not null,
  primary key (agency_id, id),
  unique (agency_id, key)
);
create index catalog_features_in_order on catalog_features (agency_id, created_at, id);

-- Every agency begins with these, in this order; those that there are get them now.
create function give_default_features(p_agency uuid) returns void language sql as $$
  insert into catalog_features (agency_id, key, name, kinds, icon, created_at)
  select p_agency, key, name, string_to_array(kinds, ' '), icon, date_trunc('milliseconds', clock_timestamp())
  from (values
    ('imprescindible', 'Imprescindible', 'destino punto actividad', 'star'),
    ('patrimonio_humanidad', 'Patrimonio de la Humanidad', 'destino punto', 'landmark'),
    ('naturaleza', 'Naturaleza', 'destino punto actividad', 'trees'),
    ('playa', 'Playa', 'destino punto alojamiento', 'umbrella'),
    ('montana', 'Montaña', 'destino punto alojamiento', 'mountain'),
    ('cultura', 'Cultura', 'destino punto actividad', 'museum'),
    ('gastronomia', 'Gastronomía', 'destino punto actividad', 'utensils'),
    ('vida_nocturna', 'Vida nocturna', 'destino punto', 'moon'),
    ('compras', 'Compras', 'destino punto', 'shopping-bag'),
    ('mirador', 'Mirador', 'punto', 'binoculars'),
    ('fotografia', 'Para fotografiar', 'destino punto actividad', 'camera'),
    ('familias', 'Para familias', 'destino punto alojamiento actividad', 'users'),
    ('parejas', 'Para parejas', 'destino alojamiento actividad', 'heart'),
    ('solo_adultos', 'Solo adultos', 'alojamiento actividad', 'user-check'),
    ('accesible', 'Accesible en silla de ruedas', 'punto alojamiento actividad servicio', 'accessibility'),
    ('mascotas', 'Admite mascotas', 'punto alojamiento', 'paw'),
    ('sostenible', 'Sostenible', 'alojamiento actividad servicio', 'leaf'),
    ('lujo', 'Lujo', 'alojamiento actividad servicio', 'gem'),
    ('con_encanto', 'Con encanto', 'destino alojamiento', 'sparkles'),
    ('centrico', 'Céntrico', 'alojamiento', 'map-pin'),
    ('vistas', 'Con vistas', 'punto alojamiento', 'eye'),
    ('wifi', 'Wifi gratis', 'alojamiento servicio', 'wifi'),
    ('piscina', 'Piscina', 'alojamiento', 'waves'),
    ('spa', 'Spa', 'alojamiento', 'flower'),
    ('onsen', 'Onsen', 'alojamiento punto', 'hot-spring'),
    ('gimnasio', 'Gimnasio', 'alojamiento', 'dumbbell'),
    ('aparcamiento', 'Aparcamiento', 'punto alojamiento', 'car'),
    ('restaurante', 'Restaurante', 'alojamiento', 'restaurant'),
    ('desayuno', 'Desayuno incluido', 'alojamiento', 'coffee'),
    ('aire_acondicionado', 'Aire acondicionado', 'alojamiento servicio', 'snowflake'),
    ('recepcion_24h', 'Recepción 24 horas', 'alojamiento', 'clock'),
    ('guia_espanol', 'Guía en español', 'actividad servicio', 'languages'),
    ('grupo_reducido', 'Grupo reducido', 'actividad servicio', 'users-round'),
    ('privado', 'Privado', 'actividad servicio', 'lock'),
    ('entradas_incluidas', 'Entradas incluidas', 'actividad', 'ticket'),
    ('recogida_hotel', 'Recogida en el hotel', 'actividad servicio', 'bus'),
    ('cancelacion_gratis', 'Cancelación gratis', 'alojamiento actividad servicio', 'calendar-x')
  ) as features (key, name, kinds, icon)
$$;
create function begin_catalog() returns trigger language plpgsql as $$
begin
  perform give_default_features(new.id);
  return null;
end $$;
create trigger begin_catalog after insert on agencies for each row execute function begin_catalog();
-- whoever owns the tables need not be a superuser, and the wall stands before owners too
alter table agencies no force row level security;
select give_default_features(id) from agencies;
alter table agencies force row level security;
call tenant_table('catalog_features', 'select, insert');

create table routes (
  agency_id uuid not null references agencies,
  id uuid not null,
  title text not null,
  description text not null,
  tags text[] not null,
  design jsonb not null,
  cover_url text,
  search text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id)
);
create index routes_by_update on routes (agency_id, updated_at, id);
create index routes_by_text on routes using gin (agency_id, search gin_trgm_ops) with (fastupdate = off);
call tenant_table('routes');
call capture_table('routes', 'route', null, null, null, null, null,
  array['title', 'description', 'tags', 'design', 'cover_url', 'search', 'created_at'], array['updated_at']);

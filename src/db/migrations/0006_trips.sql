-- for indexes that begin with the agency; both are trusted, so that whoever may create in the database may have them
create extension if not exists pg_trgm;
create extension if not exists btree_gist;
create extension if not exists btree_gin;

-- rows of 2 to 8 KB stay in one piece: a list reads them without a look-up each
create table trips (
  agency_id uuid not null references agencies,
  id uuid not null,
  code text not null,
  title text not null,
  start_date date,
  end_date date,
  publication text not null default 'draft' check (publication in ('draft', 'published')),
  commercial_state text not null default 'nueva' check (commercial_state in
    ('nueva', 'propuesta_enviada', 'aceptada', 'reserva_provisional', 'reservada', 'rechazada', 'cancelada')),
  travelers integer not null check (travelers between 1 and 40),
  owner_id uuid,
  design jsonb,
  presentation jsonb not null,
  profile jsonb not null,
  cover_image_url text,
  metadata jsonb not null default '{}',
  public_token text not null,
  -- how often, and when last, the itinerary changed; and the design that it was last synced with
  itinerary_version integer not null default 0,
  itinerary_at timestamptz,
  synced_design text,
  archived_at timestamptz,
  archived_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  unique (agency_id, code),
  check (end_date between start_date and start_date + 730),
  foreign key (agency_id, owner_id) references users (agency_id, id) deferrable,
  foreign key (agency_id, archived_by) references users (agency_id, id) deferrable
) with (toast_tuple_target = 8160);
-- the list, and the poller that follows it; with the titles, for words too short for the index of titles
create index trips_live_by_update on trips (agency_id, updated_at, id) include (title, created_at) where archived_at is null;
create index trips_live_by_creation on trips (agency_id, created_at, id) where archived_at is null;
create index trips_archived on trips (agency_id, archived_at, id) where archived_at is not null;
-- Words in the title, and metadata. Both begin with the agency, so that a search costs what one's own trips cost, whatever
-- others have. One entry a row in the first, where a GIN index would write one for every three letters with each change.
create index trips_by_title on trips using gist (agency_id, title gist_trgm_ops (siglen = 64));
create index trips_by_metadata on trips using gin (agency_id, metadata jsonb_path_ops) with (fastupdate = off);
-- the public page knows nothing but the token
create unique index trips_public_token on trips (public_token);
call tenant_table('trips');
call capture_table('trips', 'trip', 'id', 'trip.created', 'trip.updated', null, null,
  array['code', 'title', 'start_date', 'end_date', 'publication', 'commercial_state', 'travelers', 'owner_id', 'design', 'presentation',
    'profile', 'cover_image_url', 'metadata', 'public_token', 'synced_design', 'archived_at', 'archived_by', 'created_at'],
  array['updated_at', 'itinerary_version', 'itinerary_at']);
update captured_columns set field = 'itinerary' where table_name = 'trips' and column_name = 'synced_design';
insert into state_events values
  ('trips', 'archived_at', null, 'trip.archived'),
  ('trips', 'archived_at', '*', 'trip.restored'),
  ('trips', 'archived_by', null, 'trip.archived'),
  ('trips', 'archived_by', '*', 'trip.restored'),
  ('trips', 'publication', 'draft', 'trip.published'),
  ('trips', 'publication', 'published', 'trip.unpublished'),
  ('trips', 'commercial_state', '*', 'trip.commercial_state_changed');

-- The last number given out, an agency and year. Outside the capture: undo never turns it back.
create table trip_code_counters (
  agency_id uuid not null references agencies,
  year integer not null,
  last integer not null,
  primary key (agency_id, year)
);
call tenant_table('trip_code_counters', 'select, insert, update');

-- Order among siblings is the fractional rank: a move writes one row, and never its siblings.
create table itinerary_blocks (
  agency_id uuid not null references agencies,
  id uuid not null,
  trip_id uuid not null,
  parent_id uuid,
  rank text collate "C" not null,
  ref text not null,
  type text not null,
  visibility text not null default 'traveler' check (visibility in ('traveler', 'staff')),
  data jsonb not null,
  layout jsonb,
  -- what the design made of it; null on what people made
  generated jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  unique (agency_id, trip_id, id),
  unique (agency_id, trip_id, ref),
  foreign key (agency_id, trip_id) references trips (agency_id, id) deferrable,
  -- a block's parent is a block of the same trip
  foreign key (agency_id, trip_id, parent_id) references itinerary_blocks (agency_id, trip_id, id) deferrable
);
-- What the foreign key of parents asks when a block goes. Partial, so that the same key can't look for a parent here, as it
-- did while the table was new: it read the whole trip for each block. Without the rank, so that a move touches no index.
create index itinerary_blocks_by_parent on itinerary_blocks (agency_id, trip_id, parent_id) where parent_id is not null;
-- two moves that are each in order can make a circle when one of them is undone
-- Upwards by the key, block by block: asked as one query, the plan may read every block that the agency has. A circle that
-- the block only hangs from is found by the blocks that are in it.
create function refuse_block_circle() returns trigger language plpgsql as $$
declare
  above uuid := new.parent_id;
begin
  for level in 1..100 loop
    exit when above is null;
    if above = new.id then
      raise check_violation using message = 'a block cannot be inside itself';
    end if;
    select b.parent_id into above from itinerary_blocks b where b.agency_id = new.agency_id and b.id = above;
  end loop;
  return null;
end $$;
create constraint trigger no_circle after update of parent_id on itinerary_blocks deferrable initially deferred
  for each row when (new.parent_id is not null and new.parent_id is distinct from old.parent_id) execute function refuse_block_circle();
call tenant_table('itinerary_blocks');
call capture_table('itinerary_blocks', 'trip', 'trip_id', 'trip.updated', 'trip.updated', 'trip.updated', 'itinerary',
  array['trip_id', 'parent_id', 'rank', 'ref', 'type', 'visibility', 'data', 'layout', 'generated', 'created_at'], array['updated_at']);

-- The last ref given out, a trip. Outside the capture: a ref is never used again.
create table block_ref_counters (
  agency_id uuid not null,
  trip_id uuid not null,
  last integer not null,
  primary key (agency_id, trip_id),
  foreign key (agency_id, trip_id) references trips (agency_id, id) deferrable
);
call tenant_table('block_ref_counters', 'select, insert, update');

-- What an agency keeps to start from: whole trips as templates, and blocks in its library.

-- both come with PostgreSQL and are trusted: whoever owns the database may create them
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- How well a text is what was sought: null where a word that has to be there is in none of its lines. The lines are the
-- title, the tags and the description, in words of small letters between spaces. A word counts most where it stands as it
-- is, less where another begins with it, and least where one letter is wrong. It costs, and says so, so
-- that the planner looks up the few rows that can match instead of asking all.
create function search_score(search text, words text[], nears text[], needed boolean[]) returns real
language sql immutable cost 1000 as $$
  select (case when bool_and(best > 0 or not needed) then sum(best) end)::real
  from unnest(words, nears, needed) as sought (word, near, needed)
  cross join lateral (
    select max(weight * case
      when line like '% ' || word || ' %' then 1.0
      when line like '% ' || word || '%' then 0.7
      when line ~ near then 0.5
      else 0 end) as best
    from unnest(string_to_array(search, E'\n'), array[4, 2, 1]) as lines (line, weight)
  ) as found
$$;

create table trip_templates (
  agency_id uuid not null references agencies,
  id uuid not null,
  title text not null,
  description text not null,
  tags text[] not null,
  cover_url text,
  stop_count integer not null,
  design jsonb not null,
  blocks jsonb not null,
  -- whether the itinerary followed the design when it was saved
  was_synced boolean not null,
  travelers integer,
  presentation jsonb,
  base_start_date date,
  search text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id)
);
-- the list, and the poller that follows it
create index trip_templates_by_update on trip_templates (agency_id, updated_at, id);
-- the search: letters are looked up within the agency, in an index without a waiting list that every search would read
create index trip_templates_by_text on trip_templates using gin (agency_id, search gin_trgm_ops) with (fastupdate = off);
call tenant_table('trip_templates');
call capture_table('trip_templates', 'trip_template', null, null, null, null, null,
  array['title', 'description', 'tags', 'cover_url', 'stop_count', 'design', 'blocks', 'was_synced', 'travelers', 'presentation',
    'base_start_date', 'search', 'created_at'],
  array['updated_at']);

create table library_entries (
  agency_id uuid not null references agencies,
  id uuid not null,
  title text not null,
  root_type text not null,
  tags text[] not null,
  snapshot jsonb not null,
  search text not null,
  -- which key has it open in the builder, and until when unless it says so again; outside the capture
  lease_key_id uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  foreign key (agency_id, lease_key_id) references api_keys (agency_id, id) deferrable
);
create index library_entries_by_update on library_entries (agency_id, updated_at, id);
create index library_entries_by_text on library_entries using gin (agency_id, search gin_trgm_ops) with (fastupdate = off);
call tenant_table('library_entries');
call capture_table('library_entries', 'library_entry', null, null, null, null, null,
  array['title', 'root_type', 'tags', 'snapshot', 'search', 'created_at'], array['updated_at'], '{}', array['lease_key_id', 'lease_until']);

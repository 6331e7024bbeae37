-- Who travels, and who booked.

-- The words of some texts without accents, case and signs, each between spaces: what a search looks through. By Unicode's own
-- rules, whatever the locale of the server is.
create function words_of(variadic p_texts text[]) returns text language sql immutable parallel safe as $$
  select ' ' || btrim(regexp_replace(
    regexp_replace(lower(normalize(concat_ws(' ', variadic p_texts), nfkd) collate pg_unicode_fast), '[\u0300-\u036f]', '', 'g'),
    '[^[:alnum:]]+', ' ', 'g')) || ' '
$$;

-- A passenger of a trip. The place on the booking is the fractional rank, as with blocks: a move writes one row.
create table travelers (
  agency_id uuid not null references agencies,
  id uuid not null,
  trip_id uuid not null,
  rank text collate "C" not null,
  title text check (title in ('mr', 'mrs', 'ms', 'mstr', 'miss')),
  first_name text,
  last_name1 text,
  last_name2 text,
  birth_date date,
  sex text check (sex in ('m', 'f')),
  nationality text,
  doc_type text check (doc_type in ('dni', 'nie', 'passport', 'other')),
  -- sealed, here and so in the log too; as is tax_id
  doc_number bytea,
  doc_expiry date,
  doc_country text,
  email text,
  phone text,
  address jsonb,
  tax_id bytea,
  source text not null check (source in ('staff', 'api', 'import', 'traveler')),
  consent_at timestamptz,
  docs_purged_at timestamptz,
  search text not null generated always as (words_of(first_name, last_name1, last_name2, email)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (agency_id, trip_id) references trips (agency_id, id) deferrable,
  check (doc_expiry > birth_date)
);
-- the travelers of a trip, in order; and how many stand before one
create index travelers_of_trip on travelers (agency_id, trip_id, rank, id);
-- the list of the agency, and the poller that follows it
create index travelers_by_update on travelers (agency_id, updated_at, id);
create index travelers_by_creation on travelers (agency_id, created_at, id);
-- names and addresses by how their words begin; behind the agency, and of few entries a row, as the titles of trips. Partial, so
-- that only a search can take it: in a table without statistics it looks as cheap as the key for whatever asks by the agency
create index travelers_by_words on travelers using gist (agency_id, search gist_trgm_ops (siglen = 64)) where search <> '  ';
-- last of them: of indexes that look as cheap, as all do without statistics, the newest is taken
alter table travelers add primary key (agency_id, id);
call tenant_table('travelers');
call capture_table('travelers', 'traveler', 'trip_id', 'traveler.created', 'traveler.updated', 'traveler.deleted', null,
  array['trip_id', 'rank', 'title', 'first_name', 'last_name1', 'last_name2', 'birth_date', 'sex', 'nationality', 'doc_type', 'doc_number',
    'doc_expiry', 'doc_country', 'email', 'phone', 'address', 'tax_id', 'source', 'consent_at', 'docs_purged_at', 'created_at'],
  array['updated_at', 'search']);
update captured_columns set field = 'position' where table_name = 'travelers' and column_name = 'rank';

-- A trip never lists more travelers than its headcount, in whatever order adding, deleting, changing the headcount and undoing
-- come: operations refuse it in their own words, undo is refused here.
create function refuse_crowd(p_agency uuid, p_trip uuid) returns void language plpgsql as $$
begin
  -- in order, which only the index of one trip has: a plan made without statistics might count the agency
  if (select count(*) from (select p.rank from travelers p where p.agency_id = p_agency and p.trip_id = p_trip order by p.rank, p.id) as listed)
    > (select t.travelers from trips t where t.agency_id = p_agency and t.id = p_trip) then
    raise check_violation using message = 'the trip would list more travelers than its headcount';
  end if;
end $$;
create function refuse_another_traveler() returns trigger language plpgsql as $$
begin
  perform refuse_crowd(new.agency_id, new.trip_id);
  return null;
end $$;
create function refuse_smaller_headcount() returns trigger language plpgsql as $$
begin
  perform refuse_crowd(new.agency_id, new.id);
  return null;
end $$;
create constraint trigger within_headcount after insert on travelers deferrable initially deferred
  for each row execute function refuse_another_traveler();
create constraint trigger within_headcount after update of travelers on trips deferrable initially deferred
  for each row when (new.travelers < old.travelers) execute function refuse_smaller_headcount();

-- Who signs in as a customer of an agency: one account an address, whatever trips it is about. Without an address as long as
-- nobody has told one.
create table traveler_accounts (
  agency_id uuid not null references agencies,
  id uuid not null,
  email text,
  name text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id)
);
create unique index traveler_accounts_email on traveler_accounts (agency_id, lower(email));
call tenant_table('traveler_accounts');
call capture_table('traveler_accounts', 'traveler_account', null, null, null, null, null,
  array['email', 'name', 'created_at'], array['updated_at']);

-- Who booked a trip: at most one, so it is known by the id of its trip.
create table trip_contacts (
  agency_id uuid not null references agencies,
  id uuid not null,
  account_id uuid not null,
  name text,
  email text,
  phone text,
  address jsonb,
  doc_type text check (doc_type in ('dni', 'nie', 'passport', 'other')),
  -- sealed, as those of travelers
  doc_number bytea,
  doc_country text,
  tax_id bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  foreign key (agency_id, id) references trips (agency_id, id) deferrable,
  foreign key (agency_id, account_id) references traveler_accounts (agency_id, id) deferrable
);
call tenant_table('trip_contacts');
call capture_table('trip_contacts', 'trip_contact', 'id', 'trip_contact.created', 'trip_contact.updated', 'trip_contact.deleted', null,
  array['account_id', 'name', 'email', 'phone', 'address', 'doc_type', 'doc_number', 'doc_country', 'tax_id', 'created_at'],
  array['updated_at']);
update captured_columns set field = 'account' where table_name = 'trip_contacts' and column_name = 'account_id';

-- Document numbers are erased this long after a trip has ended.
alter table agencies add column documents_kept_days integer not null default 90 check (documents_kept_days >= 0);
-- who still has one
create index travelers_with_document on travelers (agency_id, trip_id) where doc_number is not null;
create index trip_contacts_with_document on trip_contacts (agency_id, id) where doc_number is not null;

-- What the log tells of people, which is forgotten sooner than the rest. No other statement can take this index by mistake:
-- none but these asks for these tables.
create index captures_of_people on captures (at, agency_id) where table_name in ('travelers', 'trip_contacts', 'traveler_accounts');

-- The writer adds to the log and never rewrites it, except through these two, and only in the agency that it writes for. They run
-- as the owner, whom the wall would stop.
do $$ begin
  execute format(
    'create policy forgets on captures to %I using (agency_id = current_agency()) with check (agency_id = current_agency())', current_user);
end $$;

-- Their numbers go out of the log too, so that no undo brings them back. The columns stay named: what they stood in the way of,
-- they still do.
create function erase_logged_numbers(p_trips uuid[]) returns void language sql security definer set search_path = public, pg_temp as $$
  update captures set old = jsonb_set(old, '{doc_number}', 'null')
  where table_name in ('travelers', 'trip_contacts') and agency_id = current_agency()
    and trip_id = any(p_trips) and old ->> 'doc_number' is not null
$$;
create function forget_people(p_before timestamptz) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from captures
  where table_name in ('travelers', 'trip_contacts', 'traveler_accounts') and agency_id = current_agency() and at < p_before
$$;
revoke execute on function erase_logged_numbers, forget_people from public;
grant execute on function erase_logged_numbers, forget_people to travesia_writer;

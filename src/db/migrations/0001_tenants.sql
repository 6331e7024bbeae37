-- Who a transaction works for and when, the wall around an agency's rows, and its clock.

create function current_agency() returns uuid language sql stable
  return nullif(current_setting('travesia.agency_id', true), '')::uuid;
create function current_write() returns uuid language sql stable
  return nullif(current_setting('travesia.write_id', true), '')::uuid;
create function write_time() returns timestamptz language sql stable
  return coalesce(nullif(current_setting('travesia.now', true), '')::timestamptz, date_trunc('milliseconds', statement_timestamp()));

-- Puts a table behind the tenant wall: the writer sees and writes one agency's rows only. The reader holds no write
-- grant and gets no filter here, because a policy would keep it from the trigram and jsonb indexes.
create procedure tenant_table(p_table regclass, p_grants text default 'select, insert, update, delete', p_agency_column text default 'agency_id')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy one_agency on %s to travesia_writer using (%2$I = current_agency()) with check (%2$I = current_agency())', p_table, p_agency_column);
  execute format('create policy reads on %s for select to travesia_reader using (true)', p_table);
  execute format('grant select on %s to travesia_reader', p_table);
  execute format('grant %s on %s to travesia_writer', p_grants, p_table);
end $$;

create table agencies (
  id uuid primary key,
  name text not null,
  locale text not null default 'es',
  time_zone text not null default 'Europe/Madrid',
  per_key_per_minute integer not null default 300 check (per_key_per_minute > 0),
  per_agency_per_minute integer not null default 1200 check (per_agency_per_minute > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call tenant_table('agencies', 'select, insert, update', 'id');

-- One row an agency. A write takes it first, so an agency's writes are a sequence and updated_at never runs backwards.
create table agency_clock (
  agency_id uuid primary key references agencies,
  at timestamptz not null
);
call tenant_table('agency_clock', 'select, insert, update');

-- A tenant begins with its clock; one statement, so that there is never one without the other.
create function make_agency(p_id uuid, p_name text, p_per_key integer, p_per_agency integer) returns void language plpgsql as $$
declare
  at constant timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  perform set_config('travesia.agency_id', p_id::text, true);
  insert into agencies (id, name, per_key_per_minute, per_agency_per_minute, created_at, updated_at)
  values (p_id, p_name, coalesce(p_per_key, 300), coalesce(p_per_agency, 1200), at, at);
  insert into agency_clock values (p_id, at);
end $$;

-- The ground every noun stands on: tenants, the agency's clock, the row capture, changes, the outbox, retries.

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

create table captures (
  agency_id uuid not null,
  seq bigint generated always as identity,
  at timestamptz not null,
  write_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  trip_id uuid,
  op text not null check (op in ('insert', 'update', 'delete')),
  old jsonb,
  -- everything one write did, in order: to tell its events, and to put it back
  primary key (agency_id, write_id, seq, at)
) partition by range (at);
-- Whether somebody touched the row later. Without the agency in front: a plan kept from a month's first days, when every
-- index looks as cheap, must have no other index to find a write by than the key.
create index captures_by_row on captures (row_id, seq);
call tenant_table('captures', 'select, insert');
create table captures_default partition of captures default;

-- What the capture knows of each table: the event subject its rows belong to, and the events its rows make.
create table captured_tables (
  table_name text primary key,
  subject text not null,
  trip_column text,
  created_event text,
  updated_event text,
  deleted_event text,
  -- set when the rows are a part of their subject: every edit is then an update of that one field
  as_field text
);
-- value: logged and put back · derived: follows from the write · secret: never logged · counter: never turned back
create table captured_columns (
  table_name text not null references captured_tables,
  column_name text not null,
  policy text not null check (policy in ('key', 'value', 'derived', 'secret', 'counter')),
  field text not null,
  primary key (table_name, column_name)
);
-- A change of one of these columns is an event of its own, told by the column's old value ('*' stands for any).
create table state_events (
  table_name text not null,
  column_name text not null,
  old_value text,
  type text not null,
  foreign key (table_name, column_name) references captured_columns
);
grant select on captured_tables, captured_columns, state_events to travesia_reader, travesia_writer;

-- Starts the capture of a table. Every column has to be named under its policy; a test finds the forgotten ones.
create procedure capture_table(
  p_table text, p_subject text, p_trip_column text,
  p_created text, p_updated text, p_deleted text, p_as_field text,
  p_value text[], p_derived text[], p_secret text[] default '{}', p_counter text[] default '{}'
) language plpgsql as $$
declare
  trip text := coalesce('%1$s.' || quote_ident(p_trip_column), 'null::uuid');
  differences text;
  -- parts of a trip: whoever polls trips sees them change, whoever writes
  touch text := case when p_as_field is null then '' else
    'update trips t set updated_at = write_time() from %s part where t.agency_id = part.agency_id and t.id = part.trip_id and t.updated_at <> write_time();' end;
begin
  insert into captured_tables values (p_table, p_subject, p_trip_column, p_created, p_updated, p_deleted, p_as_field);
  insert into captured_columns (table_name, column_name, policy, field)
  select p_table, name, policy, lower(left(name, 1)) || substr(replace(initcap(replace(name, '_', ' ')), ' ', ''), 2)
  from (
    select unnest(array['agency_id', 'id']), 'key' union all select unnest(p_value), 'value'
    union all select unnest(p_derived), 'derived' union all select unnest(p_secret), 'secret' union all select unnest(p_counter), 'counter'
  ) as columns (name, policy);

  select string_agg(format('case when o.%1$I is distinct from n.%1$I then jsonb_build_object(%1$L, o.%1$I) else ''{}'' end', name), ' || ')
  into differences from unnest(p_value) as name;

  execute format($f$
    create function capture_%1$s_insert() returns trigger language plpgsql as $body$
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), %1$L, n.id, %2$s, 'insert' from new_rows n;
      %6$s
      return null;
    end $body$;
    create trigger capture_insert after insert on %1$I referencing new table as new_rows
      for each statement execute function capture_%1$s_insert();
    create function capture_%1$s_update() returns trigger language plpgsql as $body$
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), %1$L, c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, %2$s as trip, %4$s as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      %6$s
      return null;
    end $body$;
    create trigger capture_update after update on %1$I referencing old table as old_rows new table as new_rows
      for each statement execute function capture_%1$s_update();
    create function capture_%1$s_delete() returns trigger language plpgsql as $body$
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), %1$L, o.id, %3$s, 'delete', to_jsonb(o) - %5$L::text[] from old_rows o;
      %7$s
      return null;
    end $body$;
    create trigger capture_delete after delete on %1$I referencing old table as old_rows
      for each statement execute function capture_%1$s_delete();
  $f$, p_table, format(trip, 'n'), format(trip, 'o'), differences, p_secret, format(touch, 'new_rows'), format(touch, 'old_rows'));
end $$;

create table users (
  agency_id uuid not null references agencies,
  id uuid not null,
  name text not null,
  email text not null,
  password_hash text,
  role text not null default 'agent' check (role in ('admin', 'agent')),
  trip_deletion text not null default 'own' check (trip_deletion in ('none', 'own', 'agency')),
  traveler_deletion boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id)
);
create unique index users_email on users (agency_id, lower(email));
call tenant_table('users');
call capture_table('users', 'user', null, null, null, null, null,
  array['name', 'email', 'role', 'trip_deletion', 'traveler_deletion', 'created_at'], array['updated_at'], array['password_hash']);

create table api_keys (
  agency_id uuid not null references agencies,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  prefix text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  foreign key (agency_id, user_id) references users (agency_id, id) deferrable
);
-- how a request finds its agency, before any tenant is known
create unique index api_keys_secret on api_keys (secret_hash);
call tenant_table('api_keys');
call capture_table('api_keys', 'api_key', null, null, null, null, null,
  array['user_id', 'name', 'prefix', 'scopes', 'expires_at', 'revoked_at', 'created_at'], array['updated_at'], array['secret_hash']);

-- Last use, noted in bursts outside the capture and the agency's clock; keyed by the key alone.
create table api_key_usage (
  key_id uuid primary key,
  last_used_at timestamptz not null
);
grant select on api_key_usage to travesia_reader;
grant select, insert, update on api_key_usage to travesia_writer;

-- Every process drops its cached callers as soon as a key, its person or its agency changes.
create function tell_callers_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('callers_changed', '');
  return null;
end $$;
create trigger callers_changed after update or delete on api_keys for each statement execute function tell_callers_changed();
create trigger callers_changed after update or delete on users for each statement execute function tell_callers_changed();
create trigger callers_changed after update or delete on agencies for each statement execute function tell_callers_changed();

-- In these three the agency follows from the key or the write, so they don't ask for it again with every row.
create table changes (
  agency_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  key_id uuid,
  operation_id text not null,
  surface text not null check (surface in ('rest', 'mcp')),
  status text not null check (status in ('applying', 'applied', 'failed', 'reverting', 'reverted')),
  trip_ids uuid[] not null,
  row_count integer not null,
  error text,
  revert_write_id uuid,
  reverted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  foreign key (agency_id, user_id) references users (agency_id, id) deferrable,
  foreign key (agency_id, key_id) references api_keys (agency_id, id) deferrable
);
create index changes_by_person on changes (agency_id, user_id, updated_at, id);
create index changes_by_person_creation on changes (agency_id, user_id, created_at, id);
-- the log of a revert points back at the change that it undid
create index changes_by_revert on changes (agency_id, revert_write_id) where revert_write_id is not null;
call tenant_table('changes', 'select, insert, update');

create table outbox (
  agency_id uuid not null,
  seq bigint generated always as identity,
  at timestamptz not null,
  write_id uuid not null,
  type text not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  changed text[] not null,
  primary key (agency_id, seq)
);
call tenant_table('outbox', 'select, insert, delete');

create table idempotency_records (
  agency_id uuid not null,
  key_id uuid not null,
  idempotency_key bytea not null,
  request bytea not null,
  status integer not null,
  body text not null,
  change_id uuid,
  created_at timestamptz not null,
  primary key (agency_id, key_id, idempotency_key),
  foreign key (agency_id, key_id) references api_keys (agency_id, id) deferrable
);
-- for the clean-up of those older than a day
create index idempotency_records_by_age on idempotency_records (created_at);
call tenant_table('idempotency_records');

-- The first statement of every write: is this a retry, and if not, what time is it for this agency?
create function open_write(
  p_agency uuid, p_write uuid, p_key uuid default null, p_idempotency_key bytea default null, p_request bytea default null,
  out state text, out now timestamptz, out status integer, out body text, out change_id uuid
) language plpgsql as $$
declare
  first idempotency_records;
begin
  perform set_config('travesia.agency_id', p_agency::text, true), set_config('travesia.write_id', p_write::text, true);
  if p_idempotency_key is not null then
    if not pg_try_advisory_xact_lock(hashtextextended(p_key::text || encode(p_idempotency_key, 'hex'), 0)) then
      state := 'in_progress';
      return;
    end if;
    select * into first from idempotency_records r
    where r.agency_id = p_agency and r.key_id = p_key and r.idempotency_key = p_idempotency_key
      and r.created_at > clock_timestamp() - interval '24 hours';
    if found then
      state := case when first.request = p_request then 'replay' else 'reused' end;
      status := first.status;
      body := first.body;
      change_id := first.change_id;
      return;
    end if;
  end if;
  update agency_clock set at = greatest(date_trunc('milliseconds', clock_timestamp()), at + interval '1 millisecond')
  where agency_id = p_agency returning at into now;
  if not found then
    raise exception 'agency % has no clock', p_agency;
  end if;
  perform set_config('travesia.now', now::text, true);
  state := 'open';
end $$;

-- The last statement of a write, before its commit: the change record, the events, the answer kept for retries.
create function close_write(
  p_agency uuid, p_write uuid, p_key uuid, p_user uuid, p_operation text, p_surface text, p_trip uuid,
  p_idempotency_key bytea default null, p_request bytea default null, p_status integer default null, p_body text default null
) returns void language plpgsql as $$
declare
  clock constant timestamptz := write_time();
  -- what the write did, read from the log once
  log constant captures[] := array(
    select c from captures c where c.agency_id = p_agency and c.write_id = p_write and c.at = clock order by c.seq);
begin
  if cardinality(log) = 1 and log[1].op = 'insert' then
    -- the commonest write of all needs none of what tells updates apart
    insert into outbox (agency_id, at, write_id, type, subject, subject_id, trip_id, changed)
    select p_agency, clock, p_write, t.created_event, t.subject,
      case when t.as_field is null then log[1].row_id else log[1].trip_id end, log[1].trip_id, array_remove(array[t.as_field], null)
    from captured_tables t where t.table_name = log[1].table_name and t.created_event is not null;
  elsif cardinality(log) > 0 then
    insert into outbox (agency_id, at, write_id, type, subject, subject_id, trip_id, changed)
    select p_agency, clock, p_write, type, subject, subject_id, trip_id, changed from events_of(log) order by first_seq;
  end if;

  if p_operation is not null then
    insert into changes (agency_id, id, user_id, key_id, operation_id, surface, status, trip_ids, row_count, created_at, updated_at)
    select p_agency, p_write, p_user, p_key, p_operation, p_surface, 'applied',
      array(select trip_id from unnest(log) where trip_id is not null union select p_trip where p_trip is not null), cardinality(log), clock, clock;
  end if;

  if p_idempotency_key is not null then
    insert into idempotency_records values (p_agency, p_key, p_idempotency_key, p_request, p_status, p_body, case when p_operation is not null then p_write end, clock_timestamp())
    on conflict (agency_id, key_id, idempotency_key) do update
      set request = excluded.request, status = excluded.status, body = excluded.body, change_id = excluded.change_id, created_at = excluded.created_at
      where idempotency_records.created_at <= clock_timestamp() - interval '24 hours';
    if not found then
      raise unique_violation using message = 'this idempotency key was recorded meanwhile';
    end if;
  end if;

  -- updated_at must not be ahead of its own commit; a clock set back by more than a second is not waited for
  if clock > clock_timestamp() then
    perform pg_sleep(least(extract(epoch from clock - clock_timestamp()), 1));
  end if;
end $$;

-- What a write's captured rows mean to the outside: one event a subject and type, with the fields that changed.
create function events_of(log captures[])
returns table (type text, subject text, subject_id uuid, trip_id uuid, changed text[], first_seq bigint)
language sql stable as $$
  with mine as (
    select c.seq, c.table_name, c.op, c.old, c.trip_id, t.subject, t.created_event, t.updated_event, t.deleted_event, t.as_field,
      case when t.as_field is null then c.row_id else c.trip_id end as subject_id
    from unnest(log) c join captured_tables t using (table_name)
  ), told as (
    select seq, case op when 'insert' then created_event when 'delete' then deleted_event end as type, subject, subject_id, trip_id,
      case when as_field is null then '{}'::text[] else array[as_field] end as changed
    from mine where op <> 'update'
    union all
    select seq, coalesce(s.type, m.updated_event), subject, subject_id, trip_id, array[coalesce(m.as_field, k.field)]
    from mine m
    cross join lateral jsonb_each_text(m.old) as was (column_name, value)
    join captured_columns k on k.table_name = m.table_name and k.column_name = was.column_name
    left join state_events s on s.table_name = m.table_name and s.column_name = was.column_name
      and (s.old_value = '*' and was.value is not null or s.old_value is not distinct from was.value)
    where m.op = 'update'
  )
  select type, subject, subject_id, trip_id, coalesce(array_agg(distinct field) filter (where field is not null), '{}'), min(seq)
  from told left join lateral unnest(changed) as field on true
  where type is not null
  group by type, subject, subject_id, trip_id
$$;

-- Why a write can't be put back, if it can't: a later write that touched the same columns of the same rows stands in
-- the way, unless it was itself undone.
create function undo_obstacle(p_agency uuid, p_write uuid, p_row_count integer) returns text language plpgsql stable as $$
begin
  if (select count(*) from captures k where k.agency_id = p_agency and k.write_id = p_write) < p_row_count then
    return 'Its history is no longer kept.';
  end if;
  if exists (
    select from captures mine
    join captures later on later.agency_id = mine.agency_id and later.row_id = mine.row_id and later.table_name = mine.table_name
      and later.seq > mine.seq and later.at >= mine.at and later.write_id <> mine.write_id
    where mine.agency_id = p_agency and mine.write_id = p_write
      and (mine.op <> 'update' or later.op <> 'update' or mine.old ?| array(select jsonb_object_keys(later.old)))
      and not exists (
        select from changes undone
        where undone.agency_id = p_agency and undone.status = 'reverted' and undone.id = later.write_id
      )
      and not exists (
        select from changes undone
        where undone.agency_id = p_agency and undone.status = 'reverted' and undone.revert_write_id = later.write_id
      )
  ) then
    return 'Something that it changed was changed again since.';
  end if;
  return null;
end $$;

-- Puts back everything that one write did, newest first, or says why it can't.
create function put_back(p_agency uuid, p_write uuid) returns text language plpgsql as $$
declare
  c captures;
  columns text;
begin
  set constraints all deferred;
  for c in select * from captures k where k.agency_id = p_agency and k.write_id = p_write order by k.seq desc loop
    if c.op = 'insert' then
      execute format('delete from %I where agency_id = $1 and id = $2', c.table_name) using p_agency, c.row_id;
    elsif c.op = 'update' then
      select string_agg(format('%1$I = was.%1$I', key), ', ') into columns from jsonb_object_keys(c.old) as key;
      execute format('update %1$I t set %2$s, updated_at = write_time() from jsonb_populate_record(null::%1$I, $3) as was where t.agency_id = $1 and t.id = $2', c.table_name, columns)
        using p_agency, c.row_id, c.old;
    else
      select string_agg(quote_ident(a.attname), ', ') into columns
      from pg_attribute a where a.attrelid = c.table_name::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'updated_at';
      execute format('insert into %1$I (%2$s, updated_at) select %2$s, write_time() from jsonb_populate_record(null::%1$I, $1)', c.table_name, columns)
        using c.old;
    end if;
  end loop;
  set constraints all immediate;
  return null;
exception
  when foreign_key_violation then return 'Something that was added since depends on it.';
  when unique_violation then return 'Something that was added since has taken its place.';
  when check_violation then return 'Together with what was changed since, it would not be valid.';
end $$;

-- Months are made three ahead and dropped whole; a DEFAULT partition stands behind them.
create function keep_partitions(p_months_ahead integer default 3, p_days_kept integer default 180) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date;
  old record;
begin
  perform pg_advisory_xact_lock(hashtextextended('keep_partitions', 0));
  for month in select generate_series(date_trunc('month', now() at time zone 'UTC'), date_trunc('month', now() at time zone 'UTC') + make_interval(months => p_months_ahead), interval '1 month')::date loop
    if to_regclass(format('captures_%s', to_char(month, 'YYYY_MM'))) is null then
      execute format('create table captures_%s partition of captures for values from (%L) to (%L)',
        to_char(month, 'YYYY_MM'), month::text || ' 00:00Z', (month + interval '1 month')::date::text || ' 00:00Z');
    end if;
  end loop;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'captures'::regclass and c.relname ~ '^captures_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' < now() - make_interval(days => p_days_kept)
  loop
    execute format('drop table %I', old.relname);
  end loop;
end $$;
revoke execute on function keep_partitions from public;
grant execute on function keep_partitions to travesia_writer;

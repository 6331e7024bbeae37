-- What a write leaves beside its rows: the change, its events, its answer for retries; and how it opens and closes.

-- In these three the agency, its person and the key come from whom the road has authenticated, and never from input: they
-- don't ask for them again with every row. No operation deletes a person or a key.
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
  primary key (agency_id, id)
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
  primary key (agency_id, key_id, idempotency_key)
) with (toast_tuple_target = 8160);
-- for the clean-up of those older than a day
create index idempotency_records_by_age on idempotency_records (created_at);
call tenant_table('idempotency_records');

-- The answer that a request with this key got; a day later the key is free again.
create function kept_answer(p_agency uuid, p_key uuid, p_idempotency_key bytea) returns setof idempotency_records language sql stable as $$
  select * from idempotency_records r
  where r.agency_id = p_agency and r.key_id = p_key and r.idempotency_key = p_idempotency_key and r.created_at > now() - interval '24 hours'
$$;

-- The first statement of every write: what time is it for this agency? It raises where the same retry is under way or has
-- been answered (kept_answer tells), so that what was sent along with it is not done.
create function open_write(p_agency uuid, p_write uuid, p_key uuid default null, p_idempotency_key bytea default null)
returns timestamptz language plpgsql as $$
declare
  clock timestamptz;
  -- assigned and not performed: a statement of its own takes twenty times as long
  told text;
begin
  told := set_config('travesia.agency_id', p_agency::text, true);
  told := set_config('travesia.write_id', p_write::text, true);
  if p_idempotency_key is not null and (
    not pg_try_advisory_xact_lock(hashtextextended(p_key::text || encode(p_idempotency_key, 'hex'), 0))
    or exists (select from kept_answer(p_agency, p_key, p_idempotency_key))
  ) then
    raise exception using errcode = 'AGAIN', message = 'this was asked before';
  end if;
  update agency_clock set at = greatest(date_trunc('milliseconds', clock_timestamp()), at + interval '1 millisecond')
  where agency_id = p_agency returning at into clock;
  if not found then
    raise exception 'agency % has no clock', p_agency;
  end if;
  told := set_config('travesia.now', clock::text, true);
  return clock;
end $$;

-- The last statement of a write, before its commit: the change record, the events, the answer kept for retries.
create function close_write(
  p_agency uuid, p_write uuid, p_key uuid, p_user uuid, p_operation text, p_surface text, p_trip uuid,
  p_idempotency_key bytea default null, p_request bytea default null, p_status integer default null, p_body text default null
) returns void language plpgsql as $$
declare
  clock constant timestamptz := write_time();
  noted constant text[] := string_to_array(captured(), ' ');
  one_trip constant uuid := noted[3];
  -- what the write did, read from the log once
  log captures[];
  rows integer := 0;
  trips uuid[] := array_remove(array[p_trip], null);
begin
  if cardinality(noted) > 1 then
    insert into outbox (agency_id, at, write_id, type, subject, subject_id, trip_id, changed)
    select p_agency, clock, p_write, t.created_event, t.subject,
      case when t.as_field is null then noted[2]::uuid else one_trip end, one_trip, array_remove(array[t.as_field], null)
    from captured_tables t where t.table_name = noted[1] and t.created_event is not null;
    rows := 1;
    trips := array_remove(array[p_trip, nullif(one_trip, p_trip)], null);
  elsif noted = '{more}' then
    log := array(select c from captures c where c.agency_id = p_agency and c.write_id = p_write and c.at = clock order by c.seq);
    insert into outbox (agency_id, at, write_id, type, subject, subject_id, trip_id, changed)
    select p_agency, clock, p_write, type, subject, subject_id, trip_id, changed from events_of(log) order by first_seq;
    rows := cardinality(log);
    trips := array(select trip_id from unnest(log) where trip_id is not null union select p_trip where p_trip is not null);
  end if;

  if p_operation is not null then
    insert into changes (agency_id, id, user_id, key_id, operation_id, surface, status, trip_ids, row_count, created_at, updated_at)
    values (p_agency, p_write, p_user, p_key, p_operation, p_surface, 'applied', trips, rows, clock, clock);
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
    -- what is new has not been updated too: its parts came with it
    and not exists (
      select from mine m where m.op = 'insert' and m.as_field is null and m.subject_id = told.subject_id and m.updated_event = told.type)
  group by type, subject, subject_id, trip_id
$$;

-- Events as they are published, the endpoints that hear of them, and what waits to be delivered.

create table events (
  agency_id uuid not null,
  id uuid not null,
  "timestamp" timestamptz not null,
  type text not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  changed text[] not null,
  primary key (agency_id, id, "timestamp")
) partition by range ("timestamp");
-- the list, newest first, of an agency and of one of its trips
create index events_newest on events (agency_id, "timestamp", id);
create index events_of_trip on events (agency_id, trip_id, "timestamp", id);
call tenant_table('events', 'select, insert');
create table events_default partition of events default;

-- A burst of edits that is not over: one row a subject, gone when its event is published.
create table event_groups (
  agency_id uuid not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  type text not null,
  changed text[] not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  due_at timestamptz not null,
  primary key (agency_id, subject, subject_id)
);
-- whose bursts are over
create index event_groups_due on event_groups (due_at, agency_id);
call tenant_table('event_groups');

create table webhook_endpoints (
  agency_id uuid not null references agencies,
  id uuid not null,
  key_id uuid not null,
  url text not null,
  description text not null,
  event_types text[] not null check (event_types <> '{}'),
  enabled boolean not null default true,
  disabled_reason text,
  -- sealed, as the one before that still signs beside it
  secret bytea not null,
  secret_preview text not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  foreign key (agency_id, key_id) references api_keys (agency_id, id) deferrable
);
create index webhook_endpoints_newest on webhook_endpoints (agency_id, created_at, id);
-- how many a key has
create index webhook_endpoints_by_key on webhook_endpoints (agency_id, key_id);
call tenant_table('webhook_endpoints');
call capture_table('webhook_endpoints', 'webhook_endpoint', null, null, null, null, null,
  array['key_id', 'url', 'description', 'event_types', 'enabled', 'disabled_reason', 'previous_secret_until', 'created_at'],
  array['updated_at'], array['secret', 'secret_preview', 'previous_secret']);

-- How an endpoint fares, written with every attempt and so outside the capture; and who delivers to it at the moment.
-- Its row is also the lock that a delivery is queued under.
create table webhook_endpoint_states (
  agency_id uuid not null,
  endpoint_id uuid not null,
  last_success_at timestamptz,
  failing_since timestamptz,
  worker_id text,
  primary key (agency_id, endpoint_id),
  foreign key (agency_id, endpoint_id) references webhook_endpoints (agency_id, id) deferrable
);
call tenant_table('webhook_endpoint_states');

create table webhook_deliveries (
  agency_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  event_timestamp timestamptz not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  changed text[] not null,
  status text not null check (status in ('pending', 'retrying', 'delivered', 'failed', 'discarded')),
  attempts jsonb not null default '[]',
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id, created_at)
) partition by range (created_at);
create index webhook_deliveries_newest on webhook_deliveries (agency_id, endpoint_id, created_at, id);
call tenant_table('webhook_deliveries', 'select, insert, update');
create table webhook_deliveries_default partition of webhook_deliveries default with (fillfactor = 50);

-- Deliveries with an attempt ahead of them, with all that the attempt needs. Not partitioned, so that the next one is found
-- in one place.
create table webhook_queue (
  agency_id uuid not null,
  endpoint_id uuid not null,
  delivery_id uuid not null,
  delivery_created_at timestamptz not null,
  event_id uuid not null,
  event_type text not null,
  event_timestamp timestamptz not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  changed text[] not null,
  tries integer not null default 0,
  due_at timestamptz not null,
  primary key (agency_id, endpoint_id, delivery_id),
  foreign key (agency_id, endpoint_id) references webhook_endpoints (agency_id, id) deferrable
) with (fillfactor = 70);
-- the next ones of an endpoint, in the order of their events
create index webhook_queue_due on webhook_queue (agency_id, endpoint_id, due_at, delivery_id);
call tenant_table('webhook_queue');

-- Processes that work, as they tell it every few seconds: what a silent one held is free.
create table worker_processes (
  id text primary key,
  seen_at timestamptz not null
);
grant select on worker_processes to travesia_reader, travesia_writer;
grant select, insert, update, delete on worker_processes to travesia_worker;

create function is_at_work(p_worker text) returns boolean language sql stable as $$
  select exists (select from worker_processes p where p.id = p_worker and p.seen_at > clock_timestamp() - interval '20 seconds')
$$;

-- A job that is queued anew while it runs is marked as tried for the last time, and another takes its place. That one may
-- have ended since, having found the endpoint leased: so the one left behind by whoever leased it has to run again.
create function free_jobs_of_the_silent() returns void language plpgsql as $$
declare
  silent text[];
  replaced bigint[];
begin
  delete from worker_processes where seen_at < clock_timestamp() - interval '20 seconds';
  select array_agg(distinct j.locked_by), array_agg(j.id) filter (where j.attempts >= j.max_attempts) into silent, replaced
  from graphile_worker.jobs j
  where j.locked_at < clock_timestamp() - interval '20 seconds' and not is_at_work(j.locked_by);
  if silent is not null then
    perform graphile_worker.force_unlock_workers(silent);
    perform graphile_worker.reschedule_jobs(replaced, attempts => 0);
  end if;
end $$;

-- The one thing that crosses over to the job queue, which the writer doesn't see. The key makes it one job an endpoint.
create function add_delivery_job(p_agency uuid, p_endpoint uuid, p_at timestamptz, p_failing boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job('deliver', json_build_object('agencyId', p_agency, 'endpointId', p_endpoint),
    run_at => p_at, max_attempts => 1000, job_key => p_endpoint::text, flags => case when p_failing then array['failing'] end);
end $$;
-- to be given a function takes the right to make one, for that moment
grant create on schema public to travesia_worker;
alter function add_delivery_job owner to travesia_worker;
revoke create on schema public from travesia_worker;
revoke execute on function add_delivery_job from public;
grant execute on function add_delivery_job to travesia_writer;

-- Has a job at hand for an endpoint's next attempt. Whoever queues a delivery calls it in the same transaction: the row
-- lock makes sure that either this call or the release of the one who delivers sees what was queued.
create function wake_endpoint(p_agency uuid, p_endpoint uuid) returns void language plpgsql as $$
declare
  state webhook_endpoint_states;
  next_due timestamptz;
begin
  select * into state from webhook_endpoint_states s where s.agency_id = p_agency and s.endpoint_id = p_endpoint for update;
  if not found or is_at_work(state.worker_id) then
    return;
  end if;
  select q.due_at into next_due from webhook_queue q
  where q.agency_id = p_agency and q.endpoint_id = p_endpoint order by q.due_at, q.delivery_id limit 1;
  if found then
    perform add_delivery_job(p_agency, p_endpoint, next_due, state.failing_since is not null);
  end if;
end $$;

-- At most one process delivers to an endpoint. What a dead one holds can be taken.
create function lease_endpoint(p_agency uuid, p_endpoint uuid, p_worker text) returns boolean language plpgsql as $$
begin
  perform set_config('travesia.agency_id', p_agency::text, true);
  update webhook_endpoint_states s set worker_id = p_worker
  where s.agency_id = p_agency and s.endpoint_id = p_endpoint and not is_at_work(s.worker_id);
  return found;
end $$;

create function release_endpoint(p_agency uuid, p_endpoint uuid, p_worker text) returns void language plpgsql as $$
begin
  perform set_config('travesia.agency_id', p_agency::text, true);
  update webhook_endpoint_states s set worker_id = null
  where s.agency_id = p_agency and s.endpoint_id = p_endpoint and s.worker_id = p_worker;
  if found then
    perform wake_endpoint(p_agency, p_endpoint);
  end if;
end $$;

-- Queues the deliveries of events: to the endpoints that subscribed, in the order of the events, where the key may read the subject.
create function queue_deliveries(p_agency uuid, p_now timestamptz, p_scopes jsonb, p_published events[]) returns void language plpgsql as $$
declare
  woken uuid[];
  one uuid;
begin
  with heard as (
    select w.id as endpoint_id, e.*
    from unnest(p_published) with ordinality as e (agency_id, id, "timestamp", type, subject, subject_id, trip_id, changed, place)
    join webhook_endpoints w on w.agency_id = p_agency and w.enabled
      and w.event_types && array['*', split_part(e.type, '.', 1) || '.*', e.type]
    join api_keys k on k.agency_id = p_agency and k.id = w.key_id
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > p_now)
    where p_scopes -> e.subject <@ to_jsonb(k.scopes)
    order by e.place
  ), made as (
    insert into webhook_deliveries (agency_id, id, endpoint_id, event_id, event_type, event_timestamp, subject, subject_id, trip_id,
      changed, status, next_attempt_at, created_at, updated_at)
    select p_agency, uuidv7(), endpoint_id, id, type, "timestamp", subject, subject_id, trip_id, changed, 'pending', p_now, p_now, p_now
    from heard
    returning webhook_deliveries.*
  ), queued as (
    insert into webhook_queue (agency_id, endpoint_id, delivery_id, delivery_created_at, event_id, event_type, event_timestamp, subject,
      subject_id, trip_id, changed, due_at)
    select agency_id, endpoint_id, id, created_at, event_id, event_type, event_timestamp, subject, subject_id, trip_id, changed, p_now
    from made
    returning endpoint_id
  )
  -- always in one order, so that two who queue never wait for each other
  select array_agg(distinct endpoint_id order by endpoint_id) into woken from queued;
  foreach one in array coalesce(woken, '{}') loop
    perform wake_endpoint(p_agency, one);
  end loop;
end $$;

-- Publishes what an agency's writes have left in the outbox, in their order, and the bursts of edits that are over. One at a
-- time an agency, so that it is exact whoever relays; a burst is measured by the times of its writes, not by ours. Answers
-- whether there is more.
create function relay_outbox(p_agency uuid, p_now timestamptz, p_scopes jsonb) returns boolean language plpgsql as $$
declare
  at_once constant integer := 500;
  told outbox;
  taken outbox[];
  burst event_groups;
  published events[] := '{}';
begin
  perform set_config('travesia.agency_id', p_agency::text, true);
  if not pg_try_advisory_xact_lock(hashtextextended('relay ' || p_agency, 0)) then
    return false;
  end if;

  with mine as (
    delete from outbox o where o.agency_id = p_agency
      and o.seq in (select n.seq from outbox n where n.agency_id = p_agency order by n.seq limit at_once)
    returning o
  )
  select coalesce(array_agg(o order by (o).seq), '{}') into taken from mine;

  foreach told in array taken loop
    select * into burst from event_groups g
    where g.agency_id = p_agency and g.subject = told.subject and g.subject_id = told.subject_id;
    if found and (told.type not like '%.updated' or told.at > burst.due_at) then
      -- its own burst ended before this; an event of another kind is told after it
      delete from event_groups g where g.agency_id = p_agency and g.subject = told.subject and g.subject_id = told.subject_id;
      published := published || event_of(burst);
      burst := null;
    end if;
    if told.type not like '%.updated' then
      published := published
        || row(p_agency, uuidv7(), told.at, told.type, told.subject, told.subject_id, told.trip_id, told.changed)::events;
    else
      insert into event_groups as g (agency_id, subject, subject_id, trip_id, type, changed, first_at, last_at, due_at)
      values (p_agency, told.subject, told.subject_id, told.trip_id, told.type, told.changed, told.at, told.at, told.at + interval '5 seconds')
      on conflict (agency_id, subject, subject_id) do update set
        changed = array(select unnest(g.changed || told.changed) as field group by field order by field),
        last_at = told.at,
        due_at = least(told.at + interval '5 seconds', g.first_at + interval '60 seconds');
    end if;
  end loop;

  -- what is still in the outbox may belong to a burst
  if cardinality(taken) < at_once then
    with over as (
      delete from event_groups g where g.agency_id = p_agency and g.due_at <= p_now returning g
    )
    select published || coalesce(array_agg(event_of(g) order by (g).due_at, (g).subject_id), '{}') into published from over;
  end if;

  insert into events select * from unnest(published);
  perform queue_deliveries(p_agency, p_now, p_scopes, published);
  return cardinality(taken) = at_once;
end $$;

create function event_of(g event_groups) returns events language sql volatile as $$
  select row(g.agency_id, uuidv7(), g.last_at, g.type, g.subject, g.subject_id, g.trip_id, g.changed)::events
$$;

-- Writes down how attempts went: `p_results` by the delivery's id. What was queued anew meanwhile, or taken out of the queue,
-- stays as it is. Rows are found by lists of keys and not by a join, because a function's statement is planned once, whatever
-- the tables held then; a list leaves the planner only the index.
create function settle_deliveries(p_agency uuid, p_endpoint uuid, p_now timestamptz, p_ids uuid[], p_created timestamptz[],
  p_results jsonb, out failing_since timestamptz) language plpgsql as $$
declare
  first_created constant timestamptz := (select min(one) from unnest(p_created) as one);
  last_created constant timestamptz := (select max(one) from unnest(p_created) as one);
  settled uuid[];
begin
  perform set_config('travesia.agency_id', p_agency::text, true);
  with over as (
    delete from webhook_queue q
    where q.agency_id = p_agency and q.endpoint_id = p_endpoint and q.delivery_id = any (p_ids)
      and q.due_at = (p_results -> q.delivery_id::text ->> 'due_at')::timestamptz
      and p_results -> q.delivery_id::text ->> 'next_attempt_at' is null
    returning q.delivery_id
  ), again as (
    update webhook_queue q set due_at = (p_results -> q.delivery_id::text ->> 'next_attempt_at')::timestamptz, tries = q.tries + 1
    where q.agency_id = p_agency and q.endpoint_id = p_endpoint and q.delivery_id = any (p_ids)
      and q.due_at = (p_results -> q.delivery_id::text ->> 'due_at')::timestamptz
      and p_results -> q.delivery_id::text ->> 'next_attempt_at' is not null
    returning q.delivery_id
  )
  select array_agg(delivery_id) into settled from (select delivery_id from over union all select delivery_id from again) as found;

  update webhook_deliveries d set
    attempts = d.attempts || coalesce(nullif(p_results -> d.id::text -> 'attempt', 'null'), '[]'),
    status = case when d.id = any (settled) then p_results -> d.id::text ->> 'status' else d.status end,
    next_attempt_at = case when d.id = any (settled) then (p_results -> d.id::text ->> 'next_attempt_at')::timestamptz else d.next_attempt_at end,
    updated_at = p_now
  where d.agency_id = p_agency and d.id = any (p_ids) and d.created_at between first_created and last_created;

  update webhook_endpoint_states s set
    last_success_at = case when fared.delivered then p_now else s.last_success_at end,
    failing_since = case when fared.delivered then null when fared.tried then coalesce(s.failing_since, p_now) else s.failing_since end
  from (
    select coalesce(bool_or(one.value ->> 'status' = 'delivered'), false) as delivered,
      coalesce(bool_or(one.value -> 'attempt' <> 'null'), false) as tried
    from jsonb_each(p_results) as one
  ) as fared
  where s.agency_id = p_agency and s.endpoint_id = p_endpoint
  returning s.failing_since into settle_deliveries.failing_since;
end $$;

-- What waits for an endpoint that is switched off, or about to go, is never sent.
create function discard_waiting(p_agency uuid, p_endpoint uuid, p_now timestamptz) returns void language plpgsql as $$
begin
  perform set_config('travesia.agency_id', p_agency::text, true);
  with waiting as (
    delete from webhook_queue q where q.agency_id = p_agency and q.endpoint_id = p_endpoint
    returning q.delivery_id, q.delivery_created_at
  )
  update webhook_deliveries d set status = 'discarded', next_attempt_at = null, updated_at = p_now
  from waiting w
  where d.agency_id = p_agency and d.id = w.delivery_id and d.created_at = w.delivery_created_at;
end $$;

-- Three kinds of logs now, each kept for its time: months are made ahead and dropped whole. A delivery is written twice, with
-- room beside it so that the second time leaves its indexes alone.
create or replace function keep_partitions(p_months_ahead integer default 3, p_days_kept integer default 180) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  log record;
  month date;
  old record;
begin
  perform pg_advisory_xact_lock(hashtextextended('keep_partitions', 0));
  for log in select * from (values ('captures', p_days_kept, 100), ('events', 30, 100), ('webhook_deliveries', 30, 50)) as kept (name, days, fill) loop
    for month in select generate_series(date_trunc('month', now() at time zone 'UTC'), date_trunc('month', now() at time zone 'UTC') + make_interval(months => p_months_ahead), interval '1 month')::date loop
      if to_regclass(format('%s_%s', log.name, to_char(month, 'YYYY_MM'))) is null then
        execute format('create table %1$s_%2$s partition of %1$s for values from (%3$L) to (%4$L) with (fillfactor = %5$s)',
          log.name, to_char(month, 'YYYY_MM'), month::text || ' 00:00Z', (month + interval '1 month')::date::text || ' 00:00Z', log.fill);
      end if;
    end loop;
    for old in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = log.name::regclass and c.relname ~ '_\d{4}_\d{2}$'
        and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' < now() - make_interval(days => log.days)
    loop
      execute format('drop table %I', old.relname);
    end loop;
  end loop;
end $$;

-- The log of rows: every insert, update and delete of a captured table, whoever writes. Undo and events read it.

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

-- What the transaction has captured so far: nothing, the one row that it inserted (table, row, trip), or 'more'. Most writes
-- are one insert, and its end need not read the log for it, which is a tenth of such a write's time here.
create function captured() returns text language sql stable
  return coalesce(current_setting('travesia.captured', true), '');

-- Starts the capture of a table. Every column has to be named under its policy; a test finds the forgotten ones.
create procedure capture_table(
  p_table text, p_subject text, p_trip_column text,
  p_created text, p_updated text, p_deleted text, p_as_field text,
  p_value text[], p_derived text[], p_secret text[] default '{}', p_counter text[] default '{}'
) language plpgsql as $$
declare
  trip text := coalesce('%1$s.' || quote_ident(p_trip_column), 'null::uuid');
  differences text;
  -- parts of a trip: whoever polls trips sees them change, whoever writes; and the part as a whole has a version
  touch text := case when p_as_field is null then '' else replace(
    'update trips t set updated_at = write_time(), <part>_at = write_time(), <part>_version = <part>_version + 1
     where (t.agency_id, t.id) in (select agency_id, trip_id from %s) and t.<part>_at is distinct from write_time();', '<part>', p_as_field) end;
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
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), %1$L, n.id, %2$s, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, %2$s as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', %1$L, one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      %6$s
      return null;
    end $body$;
    create trigger capture_insert after insert on %1$I referencing new table as new_rows
      for each statement execute function capture_%1$s_insert();
    create function capture_%1$s_update() returns trigger language plpgsql as $body$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), %1$L, c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, %2$s as trip, %4$s as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      %6$s
      return null;
    end $body$;
    create trigger capture_update after update on %1$I referencing old table as old_rows new table as new_rows
      for each statement execute function capture_%1$s_update();
    create function capture_%1$s_delete() returns trigger language plpgsql as $body$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), %1$L, o.id, %3$s, 'delete', to_jsonb(o) - %5$L::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      %7$s
      return null;
    end $body$;
    create trigger capture_delete after delete on %1$I referencing old table as old_rows
      for each statement execute function capture_%1$s_delete();
  $f$, p_table, format(trip, 'n'), format(trip, 'o'), differences, p_secret, format(touch, 'new_rows'), format(touch, 'old_rows'));
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

-- Putting back what a write did.

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

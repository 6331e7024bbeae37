-- Made from a migrated database by `npm run generate`.

create extension btree_gin;
create extension btree_gist;
create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.add_delivery_job(p_agency uuid, p_endpoint uuid, p_at timestamp with time zone, p_failing boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform graphile_worker.add_job('deliver', json_build_object('agencyId', p_agency, 'endpointId', p_endpoint),
    run_at => p_at, max_attempts => 1000, job_key => p_endpoint::text, flags => case when p_failing then array['failing'] end);
end $function$
;
grant execute on function add_delivery_job(uuid,uuid,timestamp with time zone,boolean) to travesia_writer;

CREATE OR REPLACE FUNCTION public.add_mail_job(p_agency uuid, p_mail uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform graphile_worker.add_job('mail', json_build_object('agencyId', p_agency, 'mailId', p_mail),
    run_at => p_at, max_attempts => 1000, job_key => p_mail::text, flags => array['mail']);
end $function$
;
grant execute on function add_mail_job(uuid,uuid,timestamp with time zone) to travesia_writer;

create table agencies (
  id uuid not null,
  name text not null,
  locale text not null default 'es'::text,
  time_zone text not null default 'Europe/Madrid'::text,
  per_key_per_minute integer not null default 300,
  per_agency_per_minute integer not null default 1200,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  documents_kept_days integer not null default 90
);
alter table agencies add constraint agencies_documents_kept_days_check CHECK ((documents_kept_days >= 0));
alter table agencies add constraint agencies_per_agency_per_minute_check CHECK ((per_agency_per_minute > 0));
alter table agencies add constraint agencies_per_key_per_minute_check CHECK ((per_key_per_minute > 0));
alter table agencies add constraint agencies_pkey PRIMARY KEY (id);
alter table agencies enable row level security;
alter table agencies force row level security;
create policy one_agency on agencies to travesia_writer using ((id = current_agency())) with check ((id = current_agency()));
create policy reads on agencies for select to travesia_reader using (true);
CREATE TRIGGER begin_catalog AFTER INSERT ON public.agencies FOR EACH ROW EXECUTE FUNCTION begin_catalog();
CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE ON public.agencies FOR EACH STATEMENT EXECUTE FUNCTION tell_callers_changed();
grant select on agencies to travesia_reader;
grant insert, select, update on agencies to travesia_writer;

create table agency_clock (
  agency_id uuid not null,
  at timestamp with time zone not null
);
alter table agency_clock add constraint agency_clock_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table agency_clock add constraint agency_clock_pkey PRIMARY KEY (agency_id);
alter table agency_clock enable row level security;
alter table agency_clock force row level security;
create policy one_agency on agency_clock to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on agency_clock for select to travesia_reader using (true);
grant select on agency_clock to travesia_reader;
grant insert, select, update on agency_clock to travesia_writer;

create table api_key_usage (
  key_id uuid not null,
  last_used_at timestamp with time zone not null
);
alter table api_key_usage add constraint api_key_usage_pkey PRIMARY KEY (key_id);
grant select on api_key_usage to travesia_reader;
grant insert, select, update on api_key_usage to travesia_writer;

create table api_keys (
  agency_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  prefix text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table api_keys add constraint api_keys_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table api_keys add constraint api_keys_agency_id_user_id_fkey FOREIGN KEY (agency_id, user_id) REFERENCES users(agency_id, id) DEFERRABLE;
alter table api_keys add constraint api_keys_pkey PRIMARY KEY (agency_id, id);
CREATE UNIQUE INDEX api_keys_secret ON public.api_keys USING btree (secret_hash);
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy one_agency on api_keys to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on api_keys for select to travesia_reader using (true);
CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION tell_callers_changed();
CREATE TRIGGER capture_delete AFTER DELETE ON public.api_keys REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_api_keys_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.api_keys REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_api_keys_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.api_keys REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_api_keys_update();
grant select on api_keys to travesia_reader;
grant delete, insert, select, update on api_keys to travesia_writer;

CREATE OR REPLACE FUNCTION public.begin_catalog()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform give_default_features(new.id);
  return null;
end $function$
;

create table block_ref_counters (
  agency_id uuid not null,
  trip_id uuid not null,
  last integer not null
);
alter table block_ref_counters add constraint block_ref_counters_agency_id_trip_id_fkey FOREIGN KEY (agency_id, trip_id) REFERENCES trips(agency_id, id) DEFERRABLE;
alter table block_ref_counters add constraint block_ref_counters_pkey PRIMARY KEY (agency_id, trip_id);
alter table block_ref_counters enable row level security;
alter table block_ref_counters force row level security;
create policy one_agency on block_ref_counters to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on block_ref_counters for select to travesia_reader using (true);
grant select on block_ref_counters to travesia_reader;
grant insert, select, update on block_ref_counters to travesia_writer;

CREATE OR REPLACE FUNCTION public.capture_api_keys_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'api_keys', o.id, null::uuid, 'delete', to_jsonb(o) - '{secret_hash}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_api_keys_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'api_keys', n.id, null::uuid, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, null::uuid as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'api_keys', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_api_keys_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'api_keys', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, null::uuid as trip, case when o.user_id is distinct from n.user_id then jsonb_build_object('user_id', o.user_id) else '{}' end || case when o.name is distinct from n.name then jsonb_build_object('name', o.name) else '{}' end || case when o.prefix is distinct from n.prefix then jsonb_build_object('prefix', o.prefix) else '{}' end || case when o.scopes is distinct from n.scopes then jsonb_build_object('scopes', o.scopes) else '{}' end || case when o.expires_at is distinct from n.expires_at then jsonb_build_object('expires_at', o.expires_at) else '{}' end || case when o.revoked_at is distinct from n.revoked_at then jsonb_build_object('revoked_at', o.revoked_at) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_catalog_entities_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'catalog_entities', o.id, null::uuid, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_catalog_entities_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'catalog_entities', n.id, null::uuid, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, null::uuid as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'catalog_entities', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_catalog_entities_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'catalog_entities', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, null::uuid as trip, case when o.kind is distinct from n.kind then jsonb_build_object('kind', o.kind) else '{}' end || case when o.name is distinct from n.name then jsonb_build_object('name', o.name) else '{}' end || case when o.external_id is distinct from n.external_id then jsonb_build_object('external_id', o.external_id) else '{}' end || case when o.origin is distinct from n.origin then jsonb_build_object('origin', o.origin) else '{}' end || case when o.parent_id is distinct from n.parent_id then jsonb_build_object('parent_id', o.parent_id) else '{}' end || case when o.level is distinct from n.level then jsonb_build_object('level', o.level) else '{}' end || case when o.place_id is distinct from n.place_id then jsonb_build_object('place_id', o.place_id) else '{}' end || case when o.lat is distinct from n.lat then jsonb_build_object('lat', o.lat) else '{}' end || case when o.lng is distinct from n.lng then jsonb_build_object('lng', o.lng) else '{}' end || case when o.formatted_address is distinct from n.formatted_address then jsonb_build_object('formatted_address', o.formatted_address) else '{}' end || case when o.country_code is distinct from n.country_code then jsonb_build_object('country_code', o.country_code) else '{}' end || case when o.city is distinct from n.city then jsonb_build_object('city', o.city) else '{}' end || case when o.region is distinct from n.region then jsonb_build_object('region', o.region) else '{}' end || case when o.city_key is distinct from n.city_key then jsonb_build_object('city_key', o.city_key) else '{}' end || case when o.tags is distinct from n.tags then jsonb_build_object('tags', o.tags) else '{}' end || case when o.content is distinct from n.content then jsonb_build_object('content', o.content) else '{}' end || case when o.deleted_at is distinct from n.deleted_at then jsonb_build_object('deleted_at', o.deleted_at) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_catalog_words_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'catalog_words', o.id, null::uuid, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_catalog_words_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'catalog_words', n.id, null::uuid, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, null::uuid as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'catalog_words', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_catalog_words_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'catalog_words', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, null::uuid as trip, case when o.search is distinct from n.search then jsonb_build_object('search', o.search) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_document_folders_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'document_folders', o.id, o.trip_id, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_document_folders_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'document_folders', n.id, n.trip_id, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, n.trip_id as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'document_folders', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_document_folders_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'document_folders', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, n.trip_id as trip, case when o.trip_id is distinct from n.trip_id then jsonb_build_object('trip_id', o.trip_id) else '{}' end || case when o.name is distinct from n.name then jsonb_build_object('name', o.name) else '{}' end || case when o.name_key is distinct from n.name_key then jsonb_build_object('name_key', o.name_key) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_documents_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'documents', o.id, o.trip_id, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_documents_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'documents', n.id, n.trip_id, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, n.trip_id as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'documents', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_documents_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'documents', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, n.trip_id as trip, case when o.trip_id is distinct from n.trip_id then jsonb_build_object('trip_id', o.trip_id) else '{}' end || case when o.folder_id is distinct from n.folder_id then jsonb_build_object('folder_id', o.folder_id) else '{}' end || case when o.name is distinct from n.name then jsonb_build_object('name', o.name) else '{}' end || case when o.mime_type is distinct from n.mime_type then jsonb_build_object('mime_type', o.mime_type) else '{}' end || case when o.byte_size is distinct from n.byte_size then jsonb_build_object('byte_size', o.byte_size) else '{}' end || case when o.visibility is distinct from n.visibility then jsonb_build_object('visibility', o.visibility) else '{}' end || case when o.visible_at is distinct from n.visible_at then jsonb_build_object('visible_at', o.visible_at) else '{}' end || case when o.created_by is distinct from n.created_by then jsonb_build_object('created_by', o.created_by) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_itinerary_blocks_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'itinerary_blocks', o.id, o.trip_id, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      update trips t set updated_at = write_time(), itinerary_at = write_time(), itinerary_version = itinerary_version + 1
     where (t.agency_id, t.id) in (select agency_id, trip_id from old_rows) and t.itinerary_at is distinct from write_time();
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_itinerary_blocks_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'itinerary_blocks', n.id, n.trip_id, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, n.trip_id as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'itinerary_blocks', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      update trips t set updated_at = write_time(), itinerary_at = write_time(), itinerary_version = itinerary_version + 1
     where (t.agency_id, t.id) in (select agency_id, trip_id from new_rows) and t.itinerary_at is distinct from write_time();
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_itinerary_blocks_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'itinerary_blocks', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, n.trip_id as trip, case when o.trip_id is distinct from n.trip_id then jsonb_build_object('trip_id', o.trip_id) else '{}' end || case when o.parent_id is distinct from n.parent_id then jsonb_build_object('parent_id', o.parent_id) else '{}' end || case when o.rank is distinct from n.rank then jsonb_build_object('rank', o.rank) else '{}' end || case when o.ref is distinct from n.ref then jsonb_build_object('ref', o.ref) else '{}' end || case when o.type is distinct from n.type then jsonb_build_object('type', o.type) else '{}' end || case when o.visibility is distinct from n.visibility then jsonb_build_object('visibility', o.visibility) else '{}' end || case when o.data is distinct from n.data then jsonb_build_object('data', o.data) else '{}' end || case when o.layout is distinct from n.layout then jsonb_build_object('layout', o.layout) else '{}' end || case when o.generated is distinct from n.generated then jsonb_build_object('generated', o.generated) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      update trips t set updated_at = write_time(), itinerary_at = write_time(), itinerary_version = itinerary_version + 1
     where (t.agency_id, t.id) in (select agency_id, trip_id from new_rows) and t.itinerary_at is distinct from write_time();
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_library_entries_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'library_entries', o.id, null::uuid, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_library_entries_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'library_entries', n.id, null::uuid, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, null::uuid as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'library_entries', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_library_entries_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'library_entries', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, null::uuid as trip, case when o.title is distinct from n.title then jsonb_build_object('title', o.title) else '{}' end || case when o.root_type is distinct from n.root_type then jsonb_build_object('root_type', o.root_type) else '{}' end || case when o.tags is distinct from n.tags then jsonb_build_object('tags', o.tags) else '{}' end || case when o.snapshot is distinct from n.snapshot then jsonb_build_object('snapshot', o.snapshot) else '{}' end || case when o.search is distinct from n.search then jsonb_build_object('search', o.search) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_routes_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'routes', o.id, null::uuid, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_routes_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'routes', n.id, null::uuid, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, null::uuid as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'routes', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_routes_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'routes', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, null::uuid as trip, case when o.title is distinct from n.title then jsonb_build_object('title', o.title) else '{}' end || case when o.description is distinct from n.description then jsonb_build_object('description', o.description) else '{}' end || case when o.tags is distinct from n.tags then jsonb_build_object('tags', o.tags) else '{}' end || case when o.design is distinct from n.design then jsonb_build_object('design', o.design) else '{}' end || case when o.cover_url is distinct from n.cover_url then jsonb_build_object('cover_url', o.cover_url) else '{}' end || case when o.search is distinct from n.search then jsonb_build_object('search', o.search) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE PROCEDURE public.capture_table(IN p_table text, IN p_subject text, IN p_trip_column text, IN p_created text, IN p_updated text, IN p_deleted text, IN p_as_field text, IN p_value text[], IN p_derived text[], IN p_secret text[] DEFAULT '{}'::text[], IN p_counter text[] DEFAULT '{}'::text[])
 LANGUAGE plpgsql
AS $procedure$
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
end $procedure$
;

CREATE OR REPLACE FUNCTION public.capture_traveler_accounts_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'traveler_accounts', o.id, null::uuid, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_traveler_accounts_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'traveler_accounts', n.id, null::uuid, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, null::uuid as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'traveler_accounts', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_traveler_accounts_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'traveler_accounts', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, null::uuid as trip, case when o.email is distinct from n.email then jsonb_build_object('email', o.email) else '{}' end || case when o.name is distinct from n.name then jsonb_build_object('name', o.name) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_travelers_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'travelers', o.id, o.trip_id, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_travelers_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'travelers', n.id, n.trip_id, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, n.trip_id as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'travelers', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_travelers_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'travelers', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, n.trip_id as trip, case when o.trip_id is distinct from n.trip_id then jsonb_build_object('trip_id', o.trip_id) else '{}' end || case when o.rank is distinct from n.rank then jsonb_build_object('rank', o.rank) else '{}' end || case when o.title is distinct from n.title then jsonb_build_object('title', o.title) else '{}' end || case when o.first_name is distinct from n.first_name then jsonb_build_object('first_name', o.first_name) else '{}' end || case when o.last_name1 is distinct from n.last_name1 then jsonb_build_object('last_name1', o.last_name1) else '{}' end || case when o.last_name2 is distinct from n.last_name2 then jsonb_build_object('last_name2', o.last_name2) else '{}' end || case when o.birth_date is distinct from n.birth_date then jsonb_build_object('birth_date', o.birth_date) else '{}' end || case when o.sex is distinct from n.sex then jsonb_build_object('sex', o.sex) else '{}' end || case when o.nationality is distinct from n.nationality then jsonb_build_object('nationality', o.nationality) else '{}' end || case when o.doc_type is distinct from n.doc_type then jsonb_build_object('doc_type', o.doc_type) else '{}' end || case when o.doc_number is distinct from n.doc_number then jsonb_build_object('doc_number', o.doc_number) else '{}' end || case when o.doc_expiry is distinct from n.doc_expiry then jsonb_build_object('doc_expiry', o.doc_expiry) else '{}' end || case when o.doc_country is distinct from n.doc_country then jsonb_build_object('doc_country', o.doc_country) else '{}' end || case when o.email is distinct from n.email then jsonb_build_object('email', o.email) else '{}' end || case when o.phone is distinct from n.phone then jsonb_build_object('phone', o.phone) else '{}' end || case when o.address is distinct from n.address then jsonb_build_object('address', o.address) else '{}' end || case when o.tax_id is distinct from n.tax_id then jsonb_build_object('tax_id', o.tax_id) else '{}' end || case when o.source is distinct from n.source then jsonb_build_object('source', o.source) else '{}' end || case when o.consent_at is distinct from n.consent_at then jsonb_build_object('consent_at', o.consent_at) else '{}' end || case when o.docs_purged_at is distinct from n.docs_purged_at then jsonb_build_object('docs_purged_at', o.docs_purged_at) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_trip_contacts_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'trip_contacts', o.id, o.id, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_trip_contacts_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'trip_contacts', n.id, n.id, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, n.id as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'trip_contacts', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_trip_contacts_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'trip_contacts', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, n.id as trip, case when o.account_id is distinct from n.account_id then jsonb_build_object('account_id', o.account_id) else '{}' end || case when o.name is distinct from n.name then jsonb_build_object('name', o.name) else '{}' end || case when o.email is distinct from n.email then jsonb_build_object('email', o.email) else '{}' end || case when o.phone is distinct from n.phone then jsonb_build_object('phone', o.phone) else '{}' end || case when o.address is distinct from n.address then jsonb_build_object('address', o.address) else '{}' end || case when o.doc_type is distinct from n.doc_type then jsonb_build_object('doc_type', o.doc_type) else '{}' end || case when o.doc_number is distinct from n.doc_number then jsonb_build_object('doc_number', o.doc_number) else '{}' end || case when o.doc_country is distinct from n.doc_country then jsonb_build_object('doc_country', o.doc_country) else '{}' end || case when o.tax_id is distinct from n.tax_id then jsonb_build_object('tax_id', o.tax_id) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_trip_templates_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'trip_templates', o.id, null::uuid, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_trip_templates_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'trip_templates', n.id, null::uuid, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, null::uuid as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'trip_templates', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_trip_templates_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'trip_templates', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, null::uuid as trip, case when o.title is distinct from n.title then jsonb_build_object('title', o.title) else '{}' end || case when o.description is distinct from n.description then jsonb_build_object('description', o.description) else '{}' end || case when o.tags is distinct from n.tags then jsonb_build_object('tags', o.tags) else '{}' end || case when o.cover_url is distinct from n.cover_url then jsonb_build_object('cover_url', o.cover_url) else '{}' end || case when o.stop_count is distinct from n.stop_count then jsonb_build_object('stop_count', o.stop_count) else '{}' end || case when o.design is distinct from n.design then jsonb_build_object('design', o.design) else '{}' end || case when o.blocks is distinct from n.blocks then jsonb_build_object('blocks', o.blocks) else '{}' end || case when o.was_synced is distinct from n.was_synced then jsonb_build_object('was_synced', o.was_synced) else '{}' end || case when o.travelers is distinct from n.travelers then jsonb_build_object('travelers', o.travelers) else '{}' end || case when o.presentation is distinct from n.presentation then jsonb_build_object('presentation', o.presentation) else '{}' end || case when o.base_start_date is distinct from n.base_start_date then jsonb_build_object('base_start_date', o.base_start_date) else '{}' end || case when o.search is distinct from n.search then jsonb_build_object('search', o.search) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_trips_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'trips', o.id, o.id, 'delete', to_jsonb(o) - '{}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_trips_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'trips', n.id, n.id, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, n.id as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'trips', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_trips_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'trips', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, n.id as trip, case when o.code is distinct from n.code then jsonb_build_object('code', o.code) else '{}' end || case when o.title is distinct from n.title then jsonb_build_object('title', o.title) else '{}' end || case when o.start_date is distinct from n.start_date then jsonb_build_object('start_date', o.start_date) else '{}' end || case when o.end_date is distinct from n.end_date then jsonb_build_object('end_date', o.end_date) else '{}' end || case when o.publication is distinct from n.publication then jsonb_build_object('publication', o.publication) else '{}' end || case when o.commercial_state is distinct from n.commercial_state then jsonb_build_object('commercial_state', o.commercial_state) else '{}' end || case when o.travelers is distinct from n.travelers then jsonb_build_object('travelers', o.travelers) else '{}' end || case when o.owner_id is distinct from n.owner_id then jsonb_build_object('owner_id', o.owner_id) else '{}' end || case when o.design is distinct from n.design then jsonb_build_object('design', o.design) else '{}' end || case when o.presentation is distinct from n.presentation then jsonb_build_object('presentation', o.presentation) else '{}' end || case when o.profile is distinct from n.profile then jsonb_build_object('profile', o.profile) else '{}' end || case when o.cover_image_url is distinct from n.cover_image_url then jsonb_build_object('cover_image_url', o.cover_image_url) else '{}' end || case when o.metadata is distinct from n.metadata then jsonb_build_object('metadata', o.metadata) else '{}' end || case when o.public_token is distinct from n.public_token then jsonb_build_object('public_token', o.public_token) else '{}' end || case when o.synced_design is distinct from n.synced_design then jsonb_build_object('synced_design', o.synced_design) else '{}' end || case when o.archived_at is distinct from n.archived_at then jsonb_build_object('archived_at', o.archived_at) else '{}' end || case when o.archived_by is distinct from n.archived_by then jsonb_build_object('archived_by', o.archived_by) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_users_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'users', o.id, null::uuid, 'delete', to_jsonb(o) - '{password_hash}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_users_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'users', n.id, null::uuid, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, null::uuid as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'users', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_users_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'users', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, null::uuid as trip, case when o.name is distinct from n.name then jsonb_build_object('name', o.name) else '{}' end || case when o.email is distinct from n.email then jsonb_build_object('email', o.email) else '{}' end || case when o.role is distinct from n.role then jsonb_build_object('role', o.role) else '{}' end || case when o.trip_deletion is distinct from n.trip_deletion then jsonb_build_object('trip_deletion', o.trip_deletion) else '{}' end || case when o.traveler_deletion is distinct from n.traveler_deletion then jsonb_build_object('traveler_deletion', o.traveler_deletion) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_webhook_endpoints_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select o.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'webhook_endpoints', o.id, null::uuid, 'delete', to_jsonb(o) - '{secret,secret_preview,previous_secret}'::text[] from old_rows o;
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_webhook_endpoints_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      rows integer;
      one record;
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select n.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'webhook_endpoints', n.id, null::uuid, 'insert' from new_rows n;
      get diagnostics rows = row_count;
      if rows = 1 and captured() = '' then
        select n.id, null::uuid as trip_id into one from new_rows n;
        told := set_config('travesia.captured', concat_ws(' ', 'webhook_endpoints', one.id, one.trip_id), true);
      elsif rows > 0 then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.capture_webhook_endpoints_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      told text;
    begin
      insert into captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
      select c.agency_id, write_time(), coalesce(current_write(), uuidv7()), 'webhook_endpoints', c.id, c.trip, 'update', c.was
      from (select n.agency_id, n.id, null::uuid as trip, case when o.key_id is distinct from n.key_id then jsonb_build_object('key_id', o.key_id) else '{}' end || case when o.url is distinct from n.url then jsonb_build_object('url', o.url) else '{}' end || case when o.description is distinct from n.description then jsonb_build_object('description', o.description) else '{}' end || case when o.event_types is distinct from n.event_types then jsonb_build_object('event_types', o.event_types) else '{}' end || case when o.enabled is distinct from n.enabled then jsonb_build_object('enabled', o.enabled) else '{}' end || case when o.disabled_reason is distinct from n.disabled_reason then jsonb_build_object('disabled_reason', o.disabled_reason) else '{}' end || case when o.previous_secret_until is distinct from n.previous_secret_until then jsonb_build_object('previous_secret_until', o.previous_secret_until) else '{}' end || case when o.created_at is distinct from n.created_at then jsonb_build_object('created_at', o.created_at) else '{}' end as was from old_rows o join new_rows n using (agency_id, id)) as c
      where c.was <> '{}';
      if found then
        told := set_config('travesia.captured', 'more', true);
      end if;
      
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.captured()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE(current_setting('travesia.captured'::text, true), ''::text)
;

create table captured_columns (
  table_name text not null,
  column_name text not null,
  policy text not null,
  field text not null
);
alter table captured_columns add constraint captured_columns_policy_check CHECK ((policy = ANY (ARRAY['key'::text, 'value'::text, 'derived'::text, 'secret'::text, 'counter'::text])));
alter table captured_columns add constraint captured_columns_table_name_fkey FOREIGN KEY (table_name) REFERENCES captured_tables(table_name);
alter table captured_columns add constraint captured_columns_pkey PRIMARY KEY (table_name, column_name);
grant select on captured_columns to travesia_reader;
grant select on captured_columns to travesia_writer;

create table captured_tables (
  table_name text not null,
  subject text not null,
  trip_column text,
  created_event text,
  updated_event text,
  deleted_event text,
  as_field text
);
alter table captured_tables add constraint captured_tables_pkey PRIMARY KEY (table_name);
grant select on captured_tables to travesia_reader;
grant select on captured_tables to travesia_writer;

create table captures (
  agency_id uuid not null,
  seq bigint not null generated always as identity,
  at timestamp with time zone not null,
  write_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  trip_id uuid,
  op text not null,
  old jsonb
) partition by RANGE (at);
alter table captures add constraint captures_op_check CHECK ((op = ANY (ARRAY['insert'::text, 'update'::text, 'delete'::text])));
alter table captures add constraint captures_pkey PRIMARY KEY (agency_id, write_id, seq, at);
CREATE INDEX captures_by_row ON ONLY public.captures USING btree (row_id, seq);
CREATE INDEX captures_of_people ON ONLY public.captures USING btree (at, agency_id) WHERE (table_name = ANY (ARRAY['travelers'::text, 'trip_contacts'::text, 'traveler_accounts'::text]));
alter table captures enable row level security;
alter table captures force row level security;
create policy forgets on captures to postgres using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy one_agency on captures to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on captures for select to travesia_reader using (true);
grant select on captures to travesia_reader;
grant insert, select on captures to travesia_writer;

create table captures_default partition of captures (
  agency_id uuid not null,
  seq bigint not null generated always as identity,
  at timestamp with time zone not null,
  write_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  trip_id uuid,
  op text not null,
  old jsonb
) DEFAULT;

create table catalog_entities (
  agency_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  external_id text not null,
  origin text not null,
  parent_id uuid,
  level text,
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
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table catalog_entities add constraint catalog_entities_check CHECK (((kind = 'destino'::text) = (level IS NOT NULL)));
alter table catalog_entities add constraint catalog_entities_check1 CHECK (((lat IS NULL) = (lng IS NULL)));
alter table catalog_entities add constraint catalog_entities_kind_check CHECK ((kind = ANY (ARRAY['destino'::text, 'punto'::text, 'alojamiento'::text, 'actividad'::text, 'servicio'::text])));
alter table catalog_entities add constraint catalog_entities_level_check CHECK ((level = ANY (ARRAY['pais'::text, 'region'::text, 'ciudad'::text, 'zona'::text])));
alter table catalog_entities add constraint catalog_entities_origin_check CHECK ((origin = ANY (ARRAY['human'::text, 'ai'::text, 'api'::text, 'import'::text])));
alter table catalog_entities add constraint catalog_entities_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table catalog_entities add constraint catalog_entities_agency_id_parent_id_fkey FOREIGN KEY (agency_id, parent_id) REFERENCES catalog_entities(agency_id, id) DEFERRABLE;
alter table catalog_entities add constraint catalog_entities_pkey PRIMARY KEY (agency_id, id);
alter table catalog_entities add constraint whole_tree TRIGGER DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX catalog_entities_by_city ON public.catalog_entities USING btree (agency_id, city_key, updated_at, id) WHERE (city_key <> ''::text);
CREATE INDEX catalog_entities_by_external_id ON public.catalog_entities USING btree (agency_id, external_id) WHERE (external_id <> ''::text);
CREATE INDEX catalog_entities_by_kind ON public.catalog_entities USING btree (agency_id, kind, updated_at, id);
CREATE INDEX catalog_entities_by_parent ON public.catalog_entities USING btree (agency_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX catalog_entities_by_update ON public.catalog_entities USING btree (agency_id, updated_at, id);
CREATE INDEX catalog_entities_by_word ON public.catalog_entities USING gin (agency_id, tags, ((content -> 'features'::text))) WITH (fastupdate=off);
CREATE INDEX catalog_entities_near ON public.catalog_entities USING gist (agency_id, point(lng, lat)) WHERE (lat IS NOT NULL);
CREATE UNIQUE INDEX catalog_entities_one_place ON public.catalog_entities USING btree (agency_id, kind, place_id) WHERE ((place_id <> ''::text) AND (deleted_at IS NULL));
CREATE INDEX catalog_places_by_parent ON public.catalog_entities USING btree (agency_id, parent_id) INCLUDE (id) WHERE (kind = ANY (ARRAY['destino'::text, 'punto'::text]));
alter table catalog_entities enable row level security;
alter table catalog_entities force row level security;
create policy one_agency on catalog_entities to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on catalog_entities for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.catalog_entities REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_catalog_entities_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.catalog_entities REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_catalog_entities_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.catalog_entities REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_catalog_entities_update();
CREATE CONSTRAINT TRIGGER whole_tree AFTER UPDATE OF parent_id, deleted_at ON public.catalog_entities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.parent_id IS DISTINCT FROM old.parent_id) OR (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION refuse_broken_catalog_tree();
grant select on catalog_entities to travesia_reader;
grant delete, insert, select, update on catalog_entities to travesia_writer;

create table catalog_features (
  agency_id uuid not null,
  id uuid not null default uuidv7(),
  key text not null,
  name text not null,
  kinds text[] not null,
  icon text not null,
  created_at timestamp with time zone not null
);
alter table catalog_features add constraint catalog_features_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table catalog_features add constraint catalog_features_pkey PRIMARY KEY (agency_id, id);
alter table catalog_features add constraint catalog_features_agency_id_key_key UNIQUE (agency_id, key);
CREATE INDEX catalog_features_in_order ON public.catalog_features USING btree (agency_id, created_at, id);
alter table catalog_features enable row level security;
alter table catalog_features force row level security;
create policy one_agency on catalog_features to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on catalog_features for select to travesia_reader using (true);
grant select on catalog_features to travesia_reader;
grant insert, select on catalog_features to travesia_writer;

create table catalog_words (
  agency_id uuid not null,
  id uuid not null,
  search text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table catalog_words add constraint catalog_words_agency_id_id_fkey FOREIGN KEY (agency_id, id) REFERENCES catalog_entities(agency_id, id) DEFERRABLE;
alter table catalog_words add constraint catalog_words_pkey PRIMARY KEY (agency_id, id);
CREATE INDEX catalog_words_by_text ON public.catalog_words USING gin (agency_id, search gin_trgm_ops) WITH (fastupdate=off);
alter table catalog_words enable row level security;
alter table catalog_words force row level security;
create policy one_agency on catalog_words to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on catalog_words for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.catalog_words REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_catalog_words_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.catalog_words REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_catalog_words_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.catalog_words REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_catalog_words_update();
grant select on catalog_words to travesia_reader;
grant delete, insert, select, update on catalog_words to travesia_writer;

create table changes (
  agency_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  key_id uuid,
  operation_id text not null,
  surface text not null,
  status text not null,
  trip_ids uuid[] not null,
  row_count integer not null,
  error text,
  revert_write_id uuid,
  reverted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table changes add constraint changes_status_check CHECK ((status = ANY (ARRAY['applying'::text, 'applied'::text, 'failed'::text, 'reverting'::text, 'reverted'::text])));
alter table changes add constraint changes_surface_check CHECK ((surface = ANY (ARRAY['rest'::text, 'mcp'::text])));
alter table changes add constraint changes_pkey PRIMARY KEY (agency_id, id);
CREATE INDEX changes_by_person ON public.changes USING btree (agency_id, user_id, updated_at, id);
CREATE INDEX changes_by_person_creation ON public.changes USING btree (agency_id, user_id, created_at, id);
CREATE INDEX changes_by_revert ON public.changes USING btree (agency_id, revert_write_id) WHERE (revert_write_id IS NOT NULL);
alter table changes enable row level security;
alter table changes force row level security;
create policy one_agency on changes to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on changes for select to travesia_reader using (true);
grant select on changes to travesia_reader;
grant insert, select, update on changes to travesia_writer;

CREATE OR REPLACE FUNCTION public.close_write(p_agency uuid, p_write uuid, p_key uuid, p_user uuid, p_operation text, p_surface text, p_trip uuid, p_idempotency_key bytea DEFAULT NULL::bytea, p_request bytea DEFAULT NULL::bytea, p_status integer DEFAULT NULL::integer, p_body text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.current_agency()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('travesia.agency_id'::text, true), ''::text))::uuid
;

CREATE OR REPLACE FUNCTION public.current_write()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('travesia.write_id'::text, true), ''::text))::uuid
;

create table deleted_documents (
  agency_id uuid not null,
  id uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table deleted_documents add constraint deleted_documents_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table deleted_documents add constraint deleted_documents_pkey PRIMARY KEY (agency_id, id);
CREATE INDEX deleted_documents_by_age ON public.deleted_documents USING btree (created_at);
alter table deleted_documents enable row level security;
alter table deleted_documents force row level security;
create policy one_agency on deleted_documents to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on deleted_documents for select to travesia_reader using (true);
grant select on deleted_documents to travesia_reader;
grant delete, insert, select, update on deleted_documents to travesia_writer;

CREATE OR REPLACE FUNCTION public.discard_waiting(p_agency uuid, p_endpoint uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('travesia.agency_id', p_agency::text, true);
  with waiting as (
    delete from webhook_queue q where q.agency_id = p_agency and q.endpoint_id = p_endpoint
    returning q.delivery_id, q.delivery_created_at
  )
  update webhook_deliveries d set status = 'discarded', next_attempt_at = null, updated_at = p_now
  from waiting w
  where d.agency_id = p_agency and d.id = w.delivery_id and d.created_at = w.delivery_created_at;
end $function$
;

CREATE OR REPLACE FUNCTION public.distance_km(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((2)::numeric * 6371.0088))::double precision * asin(LEAST((1)::double precision, sqrt((power(sin((radians((lat2 - lat1)) / (2)::double precision)), (2)::double precision) + ((cos(radians(lat1)) * cos(radians(lat2))) * power(sin((radians((lng2 - lng1)) / (2)::double precision)), (2)::double precision)))))))
;

create table document_folders (
  agency_id uuid not null,
  id uuid not null,
  trip_id uuid not null,
  name text not null,
  name_key text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table document_folders add constraint document_folders_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table document_folders add constraint document_folders_agency_id_trip_id_fkey FOREIGN KEY (agency_id, trip_id) REFERENCES trips(agency_id, id) DEFERRABLE;
alter table document_folders add constraint document_folders_pkey PRIMARY KEY (agency_id, id);
alter table document_folders add constraint document_folders_agency_id_trip_id_id_key UNIQUE (agency_id, trip_id, id);
alter table document_folders add constraint document_folders_agency_id_trip_id_name_key_key UNIQUE (agency_id, trip_id, name_key);
CREATE INDEX document_folders_by_creation ON public.document_folders USING btree (agency_id, trip_id, created_at, id);
CREATE INDEX document_folders_by_update ON public.document_folders USING btree (agency_id, trip_id, updated_at, id);
alter table document_folders enable row level security;
alter table document_folders force row level security;
create policy one_agency on document_folders to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on document_folders for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.document_folders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_document_folders_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.document_folders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_document_folders_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.document_folders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_document_folders_update();
grant select on document_folders to travesia_reader;
grant delete, insert, select, update on document_folders to travesia_writer;

create table document_uploads (
  agency_id uuid not null,
  id uuid not null,
  trip_id uuid not null,
  folder_id uuid,
  name text not null,
  mime_type text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table document_uploads add constraint document_uploads_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table document_uploads add constraint document_uploads_agency_id_trip_id_fkey FOREIGN KEY (agency_id, trip_id) REFERENCES trips(agency_id, id) DEFERRABLE;
alter table document_uploads add constraint document_uploads_agency_id_trip_id_folder_id_fkey FOREIGN KEY (agency_id, trip_id, folder_id) REFERENCES document_folders(agency_id, trip_id, id) DEFERRABLE;
alter table document_uploads add constraint document_uploads_pkey PRIMARY KEY (agency_id, id);
CREATE INDEX document_uploads_by_age ON public.document_uploads USING btree (created_at);
CREATE INDEX document_uploads_by_folder ON public.document_uploads USING btree (agency_id, trip_id, folder_id) WHERE (folder_id IS NOT NULL);
alter table document_uploads enable row level security;
alter table document_uploads force row level security;
create policy one_agency on document_uploads to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on document_uploads for select to travesia_reader using (true);
grant select on document_uploads to travesia_reader;
grant delete, insert, select, update on document_uploads to travesia_writer;

create table documents (
  agency_id uuid not null,
  id uuid not null,
  trip_id uuid not null,
  folder_id uuid,
  name text not null,
  mime_type text not null,
  byte_size integer not null,
  visibility text not null,
  visible_at timestamp with time zone,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table documents add constraint documents_byte_size_check CHECK ((byte_size >= 0));
alter table documents add constraint documents_check CHECK (((visibility = 'traveler'::text) = (visible_at IS NOT NULL)));
alter table documents add constraint documents_visibility_check CHECK ((visibility = ANY (ARRAY['staff'::text, 'traveler'::text])));
alter table documents add constraint documents_agency_id_created_by_fkey FOREIGN KEY (agency_id, created_by) REFERENCES users(agency_id, id) DEFERRABLE;
alter table documents add constraint documents_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table documents add constraint documents_agency_id_trip_id_fkey FOREIGN KEY (agency_id, trip_id) REFERENCES trips(agency_id, id) DEFERRABLE;
alter table documents add constraint documents_agency_id_trip_id_folder_id_fkey FOREIGN KEY (agency_id, trip_id, folder_id) REFERENCES document_folders(agency_id, trip_id, id) DEFERRABLE;
alter table documents add constraint documents_agency_id_updated_by_fkey FOREIGN KEY (agency_id, updated_by) REFERENCES users(agency_id, id) DEFERRABLE;
alter table documents add constraint documents_pkey PRIMARY KEY (agency_id, id);
CREATE INDEX documents_by_creation ON public.documents USING btree (agency_id, created_at, id);
CREATE INDEX documents_by_folder ON public.documents USING btree (agency_id, folder_id) WHERE (folder_id IS NOT NULL);
CREATE INDEX documents_by_name ON public.documents USING gist (agency_id, name gist_trgm_ops (siglen='64'));
CREATE INDEX documents_by_update ON public.documents USING btree (agency_id, updated_at, id);
CREATE INDEX documents_of_trip_by_creation ON public.documents USING btree (agency_id, trip_id, created_at, id);
CREATE INDEX documents_of_trip_by_update ON public.documents USING btree (agency_id, trip_id, updated_at, id);
alter table documents enable row level security;
alter table documents force row level security;
create policy one_agency on documents to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on documents for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_documents_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_documents_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_documents_update();
grant select on documents to travesia_reader;
grant delete, insert, select, update on documents to travesia_writer;

CREATE OR REPLACE FUNCTION public.erase_logged_numbers(p_trips uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update captures set old = jsonb_set(old, '{doc_number}', 'null')
  where table_name in ('travelers', 'trip_contacts') and agency_id = current_agency()
    and trip_id = any(p_trips) and old ->> 'doc_number' is not null
$function$
;
grant execute on function erase_logged_numbers(uuid[]) to travesia_writer;

create table event_groups (
  agency_id uuid not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  type text not null,
  changed text[] not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  due_at timestamp with time zone not null
);
alter table event_groups add constraint event_groups_pkey PRIMARY KEY (agency_id, subject, subject_id);
CREATE INDEX event_groups_due ON public.event_groups USING btree (due_at, agency_id);
alter table event_groups enable row level security;
alter table event_groups force row level security;
create policy one_agency on event_groups to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on event_groups for select to travesia_reader using (true);
grant select on event_groups to travesia_reader;
grant delete, insert, select, update on event_groups to travesia_writer;

CREATE OR REPLACE FUNCTION public.event_of(g event_groups)
 RETURNS events
 LANGUAGE sql
AS $function$
  select row(g.agency_id, uuidv7(), g.last_at, g.type, g.subject, g.subject_id, g.trip_id, g.changed)::events
$function$
;

create table events (
  agency_id uuid not null,
  id uuid not null,
  "timestamp" timestamp with time zone not null,
  type text not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  changed text[] not null
) partition by RANGE ("timestamp");
alter table events add constraint events_pkey PRIMARY KEY (agency_id, id, "timestamp");
CREATE INDEX events_newest ON ONLY public.events USING btree (agency_id, "timestamp", id);
CREATE INDEX events_of_trip ON ONLY public.events USING btree (agency_id, trip_id, "timestamp", id);
alter table events enable row level security;
alter table events force row level security;
create policy one_agency on events to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on events for select to travesia_reader using (true);
grant select on events to travesia_reader;
grant insert, select on events to travesia_writer;

create table events_default partition of events (
  agency_id uuid not null,
  id uuid not null,
  "timestamp" timestamp with time zone not null,
  type text not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  changed text[] not null
) DEFAULT;

CREATE OR REPLACE FUNCTION public.events_of(log captures[])
 RETURNS TABLE(type text, subject text, subject_id uuid, trip_id uuid, changed text[], first_seq bigint)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.forget_people(p_before timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from captures
  where table_name in ('travelers', 'trip_contacts', 'traveler_accounts') and agency_id = current_agency() and at < p_before
$function$
;
grant execute on function forget_people(timestamp with time zone) to travesia_writer;

CREATE OR REPLACE FUNCTION public.free_jobs_of_the_silent()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.give_default_features(p_agency uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
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
$function$
;

create table idempotency_records (
  agency_id uuid not null,
  key_id uuid not null,
  idempotency_key bytea not null,
  request bytea not null,
  status integer not null,
  body text not null,
  change_id uuid,
  created_at timestamp with time zone not null
);
alter table idempotency_records add constraint idempotency_records_pkey PRIMARY KEY (agency_id, key_id, idempotency_key);
CREATE INDEX idempotency_records_by_age ON public.idempotency_records USING btree (created_at);
alter table idempotency_records enable row level security;
alter table idempotency_records force row level security;
create policy one_agency on idempotency_records to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on idempotency_records for select to travesia_reader using (true);
grant select on idempotency_records to travesia_reader;
grant delete, insert, select, update on idempotency_records to travesia_writer;

CREATE OR REPLACE FUNCTION public.is_at_work(p_worker text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from worker_processes p where p.id = p_worker and p.seen_at > clock_timestamp() - interval '20 seconds')
$function$
;

create table itinerary_blocks (
  agency_id uuid not null,
  id uuid not null,
  trip_id uuid not null,
  parent_id uuid,
  rank text collate "C" not null,
  ref text not null,
  type text not null,
  visibility text not null default 'traveler'::text,
  data jsonb not null,
  layout jsonb,
  generated jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table itinerary_blocks add constraint itinerary_blocks_visibility_check CHECK ((visibility = ANY (ARRAY['traveler'::text, 'staff'::text])));
alter table itinerary_blocks add constraint itinerary_blocks_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table itinerary_blocks add constraint itinerary_blocks_agency_id_trip_id_fkey FOREIGN KEY (agency_id, trip_id) REFERENCES trips(agency_id, id) DEFERRABLE;
alter table itinerary_blocks add constraint itinerary_blocks_agency_id_trip_id_parent_id_fkey FOREIGN KEY (agency_id, trip_id, parent_id) REFERENCES itinerary_blocks(agency_id, trip_id, id) DEFERRABLE;
alter table itinerary_blocks add constraint itinerary_blocks_pkey PRIMARY KEY (agency_id, id);
alter table itinerary_blocks add constraint no_circle TRIGGER DEFERRABLE INITIALLY DEFERRED;
alter table itinerary_blocks add constraint itinerary_blocks_agency_id_trip_id_id_key UNIQUE (agency_id, trip_id, id);
alter table itinerary_blocks add constraint itinerary_blocks_agency_id_trip_id_ref_key UNIQUE (agency_id, trip_id, ref);
CREATE INDEX itinerary_blocks_by_parent ON public.itinerary_blocks USING btree (agency_id, trip_id, parent_id) WHERE (parent_id IS NOT NULL);
alter table itinerary_blocks enable row level security;
alter table itinerary_blocks force row level security;
create policy one_agency on itinerary_blocks to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on itinerary_blocks for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.itinerary_blocks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_itinerary_blocks_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.itinerary_blocks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_itinerary_blocks_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.itinerary_blocks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_itinerary_blocks_update();
CREATE CONSTRAINT TRIGGER no_circle AFTER UPDATE OF parent_id ON public.itinerary_blocks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.parent_id IS NOT NULL) AND (new.parent_id IS DISTINCT FROM old.parent_id))) EXECUTE FUNCTION refuse_block_circle();
grant select on itinerary_blocks to travesia_reader;
grant delete, insert, select, update on itinerary_blocks to travesia_writer;

CREATE OR REPLACE FUNCTION public.keep_partitions(p_months_ahead integer DEFAULT 3, p_days_kept integer DEFAULT 180)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;
grant execute on function keep_partitions(integer,integer) to travesia_writer;

CREATE OR REPLACE FUNCTION public.kept_answer(p_agency uuid, p_key uuid, p_idempotency_key bytea)
 RETURNS SETOF idempotency_records
 LANGUAGE sql
 STABLE
AS $function$
  select * from idempotency_records r
  where r.agency_id = p_agency and r.key_id = p_key and r.idempotency_key = p_idempotency_key and r.created_at > now() - interval '24 hours'
$function$
;

CREATE OR REPLACE FUNCTION public.lease_endpoint(p_agency uuid, p_endpoint uuid, p_worker text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('travesia.agency_id', p_agency::text, true);
  update webhook_endpoint_states s set worker_id = p_worker
  where s.agency_id = p_agency and s.endpoint_id = p_endpoint and not is_at_work(s.worker_id);
  return found;
end $function$
;

create table library_entries (
  agency_id uuid not null,
  id uuid not null,
  title text not null,
  root_type text not null,
  tags text[] not null,
  snapshot jsonb not null,
  search text not null,
  lease_key_id uuid,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table library_entries add constraint library_entries_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table library_entries add constraint library_entries_agency_id_lease_key_id_fkey FOREIGN KEY (agency_id, lease_key_id) REFERENCES api_keys(agency_id, id) DEFERRABLE;
alter table library_entries add constraint library_entries_pkey PRIMARY KEY (agency_id, id);
CREATE INDEX library_entries_by_text ON public.library_entries USING gin (agency_id, search gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX library_entries_by_update ON public.library_entries USING btree (agency_id, updated_at, id);
alter table library_entries enable row level security;
alter table library_entries force row level security;
create policy one_agency on library_entries to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on library_entries for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.library_entries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_library_entries_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.library_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_library_entries_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.library_entries REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_library_entries_update();
grant select on library_entries to travesia_reader;
grant delete, insert, select, update on library_entries to travesia_writer;

create table mails (
  agency_id uuid not null,
  id uuid not null,
  kind text not null,
  about_id uuid not null,
  recipient text not null,
  subject text not null,
  body_text text,
  body_html text,
  status text not null,
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  last_error text,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table mails add constraint mails_check CHECK (((status = 'queued'::text) = ((body_text IS NOT NULL) AND (body_html IS NOT NULL) AND (next_try_at IS NOT NULL))));
alter table mails add constraint mails_check1 CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL)));
alter table mails add constraint mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])));
alter table mails add constraint mails_subject_check CHECK ((subject !~ '[[:cntrl:]]'::text));
alter table mails add constraint mails_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table mails add constraint mails_pkey PRIMARY KEY (agency_id, id);
CREATE INDEX mails_about ON public.mails USING btree (agency_id, about_id, kind, created_at);
CREATE INDEX mails_by_age ON public.mails USING btree (created_at);
CREATE INDEX mails_not_sent ON public.mails USING btree (status) WHERE (status <> 'sent'::text);
alter table mails enable row level security;
alter table mails force row level security;
create policy one_agency on mails to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on mails for select to travesia_reader using (true);
grant select on mails to travesia_reader;
grant delete, insert, select, update on mails to travesia_writer;

CREATE OR REPLACE FUNCTION public.make_agency(p_id uuid, p_name text, p_per_key integer, p_per_agency integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  at constant timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  perform set_config('travesia.agency_id', p_id::text, true);
  insert into agencies (id, name, per_key_per_minute, per_agency_per_minute, created_at, updated_at)
  values (p_id, p_name, coalesce(p_per_key, 300), coalesce(p_per_agency, 1200), at, at);
  insert into agency_clock values (p_id, at);
end $function$
;

CREATE OR REPLACE FUNCTION public.open_write(p_agency uuid, p_write uuid, p_key uuid DEFAULT NULL::uuid, p_idempotency_key bytea DEFAULT NULL::bytea)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

create table outbox (
  agency_id uuid not null,
  seq bigint not null generated always as identity,
  at timestamp with time zone not null,
  write_id uuid not null,
  type text not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  changed text[] not null
);
alter table outbox add constraint outbox_pkey PRIMARY KEY (agency_id, seq);
alter table outbox enable row level security;
alter table outbox force row level security;
create policy one_agency on outbox to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on outbox for select to travesia_reader using (true);
grant select on outbox to travesia_reader;
grant delete, insert, select on outbox to travesia_writer;

CREATE OR REPLACE FUNCTION public.put_back(p_agency uuid, p_write uuid)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_deliveries(p_agency uuid, p_now timestamp with time zone, p_scopes jsonb, p_published events[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_another_traveler()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refuse_crowd(new.agency_id, new.trip_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_block_circle()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_broken_catalog_tree()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_crowd(p_agency uuid, p_trip uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- in order, which only the index of one trip has: a plan made without statistics might count the agency
  if (select count(*) from (select p.rank from travelers p where p.agency_id = p_agency and p.trip_id = p_trip order by p.rank, p.id) as listed)
    > (select t.travelers from trips t where t.agency_id = p_agency and t.id = p_trip) then
    raise check_violation using message = 'the trip would list more travelers than its headcount';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_smaller_headcount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refuse_crowd(new.agency_id, new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.relay_outbox(p_agency uuid, p_now timestamp with time zone, p_scopes jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.release_endpoint(p_agency uuid, p_endpoint uuid, p_worker text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('travesia.agency_id', p_agency::text, true);
  update webhook_endpoint_states s set worker_id = null
  where s.agency_id = p_agency and s.endpoint_id = p_endpoint and s.worker_id = p_worker;
  if found then
    perform wake_endpoint(p_agency, p_endpoint);
  end if;
end $function$
;

create table routes (
  agency_id uuid not null,
  id uuid not null,
  title text not null,
  description text not null,
  tags text[] not null,
  design jsonb not null,
  cover_url text,
  search text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table routes add constraint routes_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table routes add constraint routes_pkey PRIMARY KEY (agency_id, id);
CREATE INDEX routes_by_text ON public.routes USING gin (agency_id, search gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX routes_by_update ON public.routes USING btree (agency_id, updated_at, id);
alter table routes enable row level security;
alter table routes force row level security;
create policy one_agency on routes to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on routes for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.routes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_routes_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.routes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_routes_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.routes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_routes_update();
grant select on routes to travesia_reader;
grant delete, insert, select, update on routes to travesia_writer;

create table schema_migrations (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now()
);
alter table schema_migrations add constraint schema_migrations_pkey PRIMARY KEY (name);
grant select on schema_migrations to travesia_reader;

CREATE OR REPLACE FUNCTION public.search_score(search text, words text[], nears text[], needed boolean[])
 RETURNS real
 LANGUAGE sql
 IMMUTABLE COST 1000
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.settle_deliveries(p_agency uuid, p_endpoint uuid, p_now timestamp with time zone, p_ids uuid[], p_created timestamp with time zone[], p_results jsonb, OUT failing_since timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.settle_mail(p_agency uuid, p_mail uuid, p_now timestamp with time zone, p_status text, p_error text, p_next_try_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('travesia.agency_id', p_agency::text, true);
  update mails m set
    status = p_status,
    tries = m.tries + 1,
    next_try_at = p_next_try_at,
    last_error = p_error,
    sent_at = case when p_status = 'sent' then p_now end,
    body_text = case when p_status = 'queued' then m.body_text end,
    body_html = case when p_status = 'queued' then m.body_html end,
    updated_at = p_now
  where m.agency_id = p_agency and m.id = p_mail and m.status = 'queued';
  if found and p_status = 'queued' then
    perform add_mail_job(p_agency, p_mail, p_next_try_at);
  end if;
end $function$
;

create table state_events (
  table_name text not null,
  column_name text not null,
  old_value text,
  type text not null
);
alter table state_events add constraint state_events_table_name_column_name_fkey FOREIGN KEY (table_name, column_name) REFERENCES captured_columns(table_name, column_name);
grant select on state_events to travesia_reader;
grant select on state_events to travesia_writer;

CREATE OR REPLACE FUNCTION public.tell_callers_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('callers_changed', '');
  return null;
end $function$
;

CREATE OR REPLACE PROCEDURE public.tenant_table(IN p_table regclass, IN p_grants text DEFAULT 'select, insert, update, delete'::text, IN p_agency_column text DEFAULT 'agency_id'::text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy one_agency on %s to travesia_writer using (%2$I = current_agency()) with check (%2$I = current_agency())', p_table, p_agency_column);
  execute format('create policy reads on %s for select to travesia_reader using (true)', p_table);
  execute format('grant select on %s to travesia_reader', p_table);
  execute format('grant %s on %s to travesia_writer', p_grants, p_table);
end $procedure$
;

create table traveler_accounts (
  agency_id uuid not null,
  id uuid not null,
  email text,
  name text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table traveler_accounts add constraint traveler_accounts_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table traveler_accounts add constraint traveler_accounts_pkey PRIMARY KEY (agency_id, id);
CREATE UNIQUE INDEX traveler_accounts_email ON public.traveler_accounts USING btree (agency_id, lower(email));
alter table traveler_accounts enable row level security;
alter table traveler_accounts force row level security;
create policy one_agency on traveler_accounts to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on traveler_accounts for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.traveler_accounts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_traveler_accounts_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.traveler_accounts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_traveler_accounts_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.traveler_accounts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_traveler_accounts_update();
grant select on traveler_accounts to travesia_reader;
grant delete, insert, select, update on traveler_accounts to travesia_writer;

create table travelers (
  agency_id uuid not null,
  id uuid not null,
  trip_id uuid not null,
  rank text collate "C" not null,
  title text,
  first_name text,
  last_name1 text,
  last_name2 text,
  birth_date date,
  sex text,
  nationality text,
  doc_type text,
  doc_number bytea,
  doc_expiry date,
  doc_country text,
  email text,
  phone text,
  address jsonb,
  tax_id bytea,
  source text not null,
  consent_at timestamp with time zone,
  docs_purged_at timestamp with time zone,
  search text not null generated always as (words_of(VARIADIC ARRAY[first_name, last_name1, last_name2, email])) stored,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table travelers add constraint travelers_check CHECK ((doc_expiry > birth_date));
alter table travelers add constraint travelers_doc_type_check CHECK ((doc_type = ANY (ARRAY['dni'::text, 'nie'::text, 'passport'::text, 'other'::text])));
alter table travelers add constraint travelers_sex_check CHECK ((sex = ANY (ARRAY['m'::text, 'f'::text])));
alter table travelers add constraint travelers_source_check CHECK ((source = ANY (ARRAY['staff'::text, 'api'::text, 'import'::text, 'traveler'::text])));
alter table travelers add constraint travelers_title_check CHECK ((title = ANY (ARRAY['mr'::text, 'mrs'::text, 'ms'::text, 'mstr'::text, 'miss'::text])));
alter table travelers add constraint travelers_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table travelers add constraint travelers_agency_id_trip_id_fkey FOREIGN KEY (agency_id, trip_id) REFERENCES trips(agency_id, id) DEFERRABLE;
alter table travelers add constraint travelers_pkey PRIMARY KEY (agency_id, id);
alter table travelers add constraint within_headcount TRIGGER DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX travelers_by_creation ON public.travelers USING btree (agency_id, created_at, id);
CREATE INDEX travelers_by_update ON public.travelers USING btree (agency_id, updated_at, id);
CREATE INDEX travelers_by_words ON public.travelers USING gist (agency_id, search gist_trgm_ops (siglen='64')) WHERE (search <> '  '::text);
CREATE INDEX travelers_of_trip ON public.travelers USING btree (agency_id, trip_id, rank, id);
CREATE INDEX travelers_with_document ON public.travelers USING btree (agency_id, trip_id) WHERE (doc_number IS NOT NULL);
alter table travelers enable row level security;
alter table travelers force row level security;
create policy one_agency on travelers to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on travelers for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.travelers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_travelers_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.travelers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_travelers_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.travelers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_travelers_update();
CREATE CONSTRAINT TRIGGER within_headcount AFTER INSERT ON public.travelers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_another_traveler();
grant select on travelers to travesia_reader;
grant delete, insert, select, update on travelers to travesia_writer;

create table trip_code_counters (
  agency_id uuid not null,
  year integer not null,
  last integer not null
);
alter table trip_code_counters add constraint trip_code_counters_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table trip_code_counters add constraint trip_code_counters_pkey PRIMARY KEY (agency_id, year);
alter table trip_code_counters enable row level security;
alter table trip_code_counters force row level security;
create policy one_agency on trip_code_counters to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on trip_code_counters for select to travesia_reader using (true);
grant select on trip_code_counters to travesia_reader;
grant insert, select, update on trip_code_counters to travesia_writer;

create table trip_contacts (
  agency_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  name text,
  email text,
  phone text,
  address jsonb,
  doc_type text,
  doc_number bytea,
  doc_country text,
  tax_id bytea,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table trip_contacts add constraint trip_contacts_doc_type_check CHECK ((doc_type = ANY (ARRAY['dni'::text, 'nie'::text, 'passport'::text, 'other'::text])));
alter table trip_contacts add constraint trip_contacts_agency_id_account_id_fkey FOREIGN KEY (agency_id, account_id) REFERENCES traveler_accounts(agency_id, id) DEFERRABLE;
alter table trip_contacts add constraint trip_contacts_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table trip_contacts add constraint trip_contacts_agency_id_id_fkey FOREIGN KEY (agency_id, id) REFERENCES trips(agency_id, id) DEFERRABLE;
alter table trip_contacts add constraint trip_contacts_pkey PRIMARY KEY (agency_id, id);
CREATE INDEX trip_contacts_with_document ON public.trip_contacts USING btree (agency_id, id) WHERE (doc_number IS NOT NULL);
alter table trip_contacts enable row level security;
alter table trip_contacts force row level security;
create policy one_agency on trip_contacts to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on trip_contacts for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.trip_contacts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_trip_contacts_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.trip_contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_trip_contacts_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.trip_contacts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_trip_contacts_update();
grant select on trip_contacts to travesia_reader;
grant delete, insert, select, update on trip_contacts to travesia_writer;

create table trip_templates (
  agency_id uuid not null,
  id uuid not null,
  title text not null,
  description text not null,
  tags text[] not null,
  cover_url text,
  stop_count integer not null,
  design jsonb not null,
  blocks jsonb not null,
  was_synced boolean not null,
  travelers integer,
  presentation jsonb,
  base_start_date date,
  search text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table trip_templates add constraint trip_templates_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table trip_templates add constraint trip_templates_pkey PRIMARY KEY (agency_id, id);
CREATE INDEX trip_templates_by_text ON public.trip_templates USING gin (agency_id, search gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX trip_templates_by_update ON public.trip_templates USING btree (agency_id, updated_at, id);
alter table trip_templates enable row level security;
alter table trip_templates force row level security;
create policy one_agency on trip_templates to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on trip_templates for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.trip_templates REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_trip_templates_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.trip_templates REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_trip_templates_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.trip_templates REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_trip_templates_update();
grant select on trip_templates to travesia_reader;
grant delete, insert, select, update on trip_templates to travesia_writer;

create table trips (
  agency_id uuid not null,
  id uuid not null,
  code text not null,
  title text not null,
  start_date date,
  end_date date,
  publication text not null default 'draft'::text,
  commercial_state text not null default 'nueva'::text,
  travelers integer not null,
  owner_id uuid,
  design jsonb,
  presentation jsonb not null,
  profile jsonb not null,
  cover_image_url text,
  metadata jsonb not null default '{}'::jsonb,
  public_token text not null,
  itinerary_version integer not null default 0,
  itinerary_at timestamp with time zone,
  synced_design text,
  archived_at timestamp with time zone,
  archived_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table trips add constraint trips_check CHECK (((end_date >= start_date) AND (end_date <= (start_date + 730))));
alter table trips add constraint trips_commercial_state_check CHECK ((commercial_state = ANY (ARRAY['nueva'::text, 'propuesta_enviada'::text, 'aceptada'::text, 'reserva_provisional'::text, 'reservada'::text, 'rechazada'::text, 'cancelada'::text])));
alter table trips add constraint trips_publication_check CHECK ((publication = ANY (ARRAY['draft'::text, 'published'::text])));
alter table trips add constraint trips_travelers_check CHECK (((travelers >= 1) AND (travelers <= 40)));
alter table trips add constraint trips_agency_id_archived_by_fkey FOREIGN KEY (agency_id, archived_by) REFERENCES users(agency_id, id) DEFERRABLE;
alter table trips add constraint trips_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table trips add constraint trips_agency_id_owner_id_fkey FOREIGN KEY (agency_id, owner_id) REFERENCES users(agency_id, id) DEFERRABLE;
alter table trips add constraint trips_pkey PRIMARY KEY (agency_id, id);
alter table trips add constraint within_headcount TRIGGER DEFERRABLE INITIALLY DEFERRED;
alter table trips add constraint trips_agency_id_code_key UNIQUE (agency_id, code);
CREATE INDEX trips_archived ON public.trips USING btree (agency_id, archived_at, id) WHERE (archived_at IS NOT NULL);
CREATE INDEX trips_by_metadata ON public.trips USING gin (agency_id, metadata jsonb_path_ops) WITH (fastupdate=off);
CREATE INDEX trips_by_title ON public.trips USING gist (agency_id, title gist_trgm_ops (siglen='64'));
CREATE INDEX trips_live_by_creation ON public.trips USING btree (agency_id, created_at, id) WHERE (archived_at IS NULL);
CREATE INDEX trips_live_by_update ON public.trips USING btree (agency_id, updated_at, id) INCLUDE (title, created_at) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX trips_public_token ON public.trips USING btree (public_token);
alter table trips enable row level security;
alter table trips force row level security;
create policy one_agency on trips to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on trips for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.trips REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_trips_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.trips REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_trips_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.trips REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_trips_update();
CREATE CONSTRAINT TRIGGER within_headcount AFTER UPDATE OF travelers ON public.trips DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.travelers < old.travelers)) EXECUTE FUNCTION refuse_smaller_headcount();
grant select on trips to travesia_reader;
grant delete, insert, select, update on trips to travesia_writer;

CREATE OR REPLACE FUNCTION public.undo_obstacle(p_agency uuid, p_write uuid, p_row_count integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$
;

create table users (
  agency_id uuid not null,
  id uuid not null,
  name text not null,
  email text not null,
  password_hash text,
  role text not null default 'agent'::text,
  trip_deletion text not null default 'own'::text,
  traveler_deletion boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table users add constraint users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'agent'::text])));
alter table users add constraint users_trip_deletion_check CHECK ((trip_deletion = ANY (ARRAY['none'::text, 'own'::text, 'agency'::text])));
alter table users add constraint users_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table users add constraint users_pkey PRIMARY KEY (agency_id, id);
CREATE UNIQUE INDEX users_email ON public.users USING btree (agency_id, lower(email));
alter table users enable row level security;
alter table users force row level security;
create policy one_agency on users to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on users for select to travesia_reader using (true);
CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE ON public.users FOR EACH STATEMENT EXECUTE FUNCTION tell_callers_changed();
CREATE TRIGGER capture_delete AFTER DELETE ON public.users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_users_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_users_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_users_update();
grant select on users to travesia_reader;
grant delete, insert, select, update on users to travesia_writer;

CREATE OR REPLACE FUNCTION public.wake_endpoint(p_agency uuid, p_endpoint uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

create table webhook_deliveries (
  agency_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  event_timestamp timestamp with time zone not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  changed text[] not null,
  status text not null,
  attempts jsonb not null default '[]'::jsonb,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
) partition by RANGE (created_at);
alter table webhook_deliveries add constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'retrying'::text, 'delivered'::text, 'failed'::text, 'discarded'::text])));
alter table webhook_deliveries add constraint webhook_deliveries_pkey PRIMARY KEY (agency_id, id, created_at);
CREATE INDEX webhook_deliveries_newest ON ONLY public.webhook_deliveries USING btree (agency_id, endpoint_id, created_at, id);
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy one_agency on webhook_deliveries to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on webhook_deliveries for select to travesia_reader using (true);
grant select on webhook_deliveries to travesia_reader;
grant insert, select, update on webhook_deliveries to travesia_writer;

create table webhook_deliveries_default partition of webhook_deliveries (
  agency_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  event_timestamp timestamp with time zone not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  changed text[] not null,
  status text not null,
  attempts jsonb not null default '[]'::jsonb,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
) DEFAULT;

create table webhook_endpoint_states (
  agency_id uuid not null,
  endpoint_id uuid not null,
  last_success_at timestamp with time zone,
  failing_since timestamp with time zone,
  worker_id text
);
alter table webhook_endpoint_states add constraint webhook_endpoint_states_agency_id_endpoint_id_fkey FOREIGN KEY (agency_id, endpoint_id) REFERENCES webhook_endpoints(agency_id, id) DEFERRABLE;
alter table webhook_endpoint_states add constraint webhook_endpoint_states_pkey PRIMARY KEY (agency_id, endpoint_id);
alter table webhook_endpoint_states enable row level security;
alter table webhook_endpoint_states force row level security;
create policy one_agency on webhook_endpoint_states to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on webhook_endpoint_states for select to travesia_reader using (true);
grant select on webhook_endpoint_states to travesia_reader;
grant delete, insert, select, update on webhook_endpoint_states to travesia_writer;

create table webhook_endpoints (
  agency_id uuid not null,
  id uuid not null,
  key_id uuid not null,
  url text not null,
  description text not null,
  event_types text[] not null,
  enabled boolean not null default true,
  disabled_reason text,
  secret bytea not null,
  secret_preview text not null,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table webhook_endpoints add constraint webhook_endpoints_event_types_check CHECK ((event_types <> '{}'::text[]));
alter table webhook_endpoints add constraint webhook_endpoints_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id);
alter table webhook_endpoints add constraint webhook_endpoints_agency_id_key_id_fkey FOREIGN KEY (agency_id, key_id) REFERENCES api_keys(agency_id, id) DEFERRABLE;
alter table webhook_endpoints add constraint webhook_endpoints_pkey PRIMARY KEY (agency_id, id);
CREATE INDEX webhook_endpoints_by_key ON public.webhook_endpoints USING btree (agency_id, key_id);
CREATE INDEX webhook_endpoints_newest ON public.webhook_endpoints USING btree (agency_id, created_at, id);
alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
create policy one_agency on webhook_endpoints to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on webhook_endpoints for select to travesia_reader using (true);
CREATE TRIGGER capture_delete AFTER DELETE ON public.webhook_endpoints REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_webhook_endpoints_delete();
CREATE TRIGGER capture_insert AFTER INSERT ON public.webhook_endpoints REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_webhook_endpoints_insert();
CREATE TRIGGER capture_update AFTER UPDATE ON public.webhook_endpoints REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION capture_webhook_endpoints_update();
grant select on webhook_endpoints to travesia_reader;
grant delete, insert, select, update on webhook_endpoints to travesia_writer;

create table webhook_queue (
  agency_id uuid not null,
  endpoint_id uuid not null,
  delivery_id uuid not null,
  delivery_created_at timestamp with time zone not null,
  event_id uuid not null,
  event_type text not null,
  event_timestamp timestamp with time zone not null,
  subject text not null,
  subject_id uuid not null,
  trip_id uuid,
  changed text[] not null,
  tries integer not null default 0,
  due_at timestamp with time zone not null
);
alter table webhook_queue add constraint webhook_queue_agency_id_endpoint_id_fkey FOREIGN KEY (agency_id, endpoint_id) REFERENCES webhook_endpoints(agency_id, id) DEFERRABLE;
alter table webhook_queue add constraint webhook_queue_pkey PRIMARY KEY (agency_id, endpoint_id, delivery_id);
CREATE INDEX webhook_queue_due ON public.webhook_queue USING btree (agency_id, endpoint_id, due_at, delivery_id);
alter table webhook_queue enable row level security;
alter table webhook_queue force row level security;
create policy one_agency on webhook_queue to travesia_writer using ((agency_id = current_agency())) with check ((agency_id = current_agency()));
create policy reads on webhook_queue for select to travesia_reader using (true);
grant select on webhook_queue to travesia_reader;
grant delete, insert, select, update on webhook_queue to travesia_writer;

CREATE OR REPLACE FUNCTION public.words_of(VARIADIC p_texts text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select ' ' || btrim(regexp_replace(
    regexp_replace(lower(normalize(concat_ws(' ', variadic p_texts), nfkd) collate pg_unicode_fast), '[\u0300-\u036f]', '', 'g'),
    '[^[:alnum:]]+', ' ', 'g')) || ' '
$function$
;

create table worker_processes (
  id text not null,
  seen_at timestamp with time zone not null
);
alter table worker_processes add constraint worker_processes_pkey PRIMARY KEY (id);
grant select on worker_processes to travesia_reader;
grant select on worker_processes to travesia_writer;
grant delete, insert, select, update on worker_processes to travesia_worker;

CREATE OR REPLACE FUNCTION public.write_time()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN COALESCE((NULLIF(current_setting('travesia.now'::text, true), ''::text))::timestamp with time zone, date_trunc('milliseconds'::text, statement_timestamp()))
;

-- the capture of api_keys: {"subject": "api_key"}
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   secret: secret_hash as secretHash
--   value: created_at as createdAt, expires_at as expiresAt, name as name, prefix as prefix, revoked_at as revokedAt, scopes as scopes, user_id as userId

-- the capture of catalog_entities: {"subject": "catalog_entity"}
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   value: city as city, city_key as cityKey, content as content, country_code as countryCode, created_at as createdAt, deleted_at as deletedAt, external_id as externalId, formatted_address as formattedAddress, kind as kind, lat as lat, level as level, lng as lng, name as name, origin as origin, parent_id as parentId, place_id as placeId, region as region, tags as tags

-- the capture of catalog_words: {"subject": "catalog_entity"}
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   value: created_at as createdAt, search as search

-- the capture of document_folders: {"subject": "document_folder", "trip_column": "trip_id"}
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   value: created_at as createdAt, name as name, name_key as nameKey, trip_id as tripId

-- the capture of documents: {"subject": "document", "trip_column": "trip_id", "created_event": "document.created", "deleted_event": "document.deleted", "updated_event": "document.updated"}
--   derived: updated_at as updatedAt, updated_by as updatedBy
--   key: agency_id as agencyId, id as id
--   value: byte_size as byteSize, created_at as createdAt, created_by as createdBy, folder_id as folderId, mime_type as mimeType, name as name, trip_id as tripId, visibility as visibility, visible_at as visibleAt

-- the capture of itinerary_blocks: {"subject": "trip", "as_field": "itinerary", "trip_column": "trip_id", "created_event": "trip.updated", "deleted_event": "trip.updated", "updated_event": "trip.updated"}
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   value: created_at as createdAt, data as data, generated as generated, layout as layout, parent_id as parentId, rank as rank, ref as ref, trip_id as tripId, type as type, visibility as visibility

-- the capture of library_entries: {"subject": "library_entry"}
--   counter: lease_key_id as leaseKeyId, lease_until as leaseUntil
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   value: created_at as createdAt, root_type as rootType, search as search, snapshot as snapshot, tags as tags, title as title

-- the capture of routes: {"subject": "route"}
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   value: cover_url as coverUrl, created_at as createdAt, description as description, design as design, search as search, tags as tags, title as title

-- the capture of traveler_accounts: {"subject": "traveler_account"}
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   value: created_at as createdAt, email as email, name as name

-- the capture of travelers: {"subject": "traveler", "trip_column": "trip_id", "created_event": "traveler.created", "deleted_event": "traveler.deleted", "updated_event": "traveler.updated"}
--   derived: search as search, updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   value: address as address, birth_date as birthDate, consent_at as consentAt, created_at as createdAt, doc_country as docCountry, doc_expiry as docExpiry, doc_number as docNumber, doc_type as docType, docs_purged_at as docsPurgedAt, email as email, first_name as firstName, last_name1 as lastName1, last_name2 as lastName2, nationality as nationality, phone as phone, rank as position, sex as sex, source as source, tax_id as taxId, title as title, trip_id as tripId

-- the capture of trip_contacts: {"subject": "trip_contact", "trip_column": "id", "created_event": "trip_contact.created", "deleted_event": "trip_contact.deleted", "updated_event": "trip_contact.updated"}
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   value: account_id as account, address as address, created_at as createdAt, doc_country as docCountry, doc_number as docNumber, doc_type as docType, email as email, name as name, phone as phone, tax_id as taxId

-- the capture of trip_templates: {"subject": "trip_template"}
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   value: base_start_date as baseStartDate, blocks as blocks, cover_url as coverUrl, created_at as createdAt, description as description, design as design, presentation as presentation, search as search, stop_count as stopCount, tags as tags, title as title, travelers as travelers, was_synced as wasSynced

-- the capture of trips: {"subject": "trip", "trip_column": "id", "created_event": "trip.created", "updated_event": "trip.updated"}
--   derived: itinerary_at as itineraryAt, itinerary_version as itineraryVersion, updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   value: archived_at as archivedAt, archived_by as archivedBy, code as code, commercial_state as commercialState, cover_image_url as coverImageUrl, created_at as createdAt, design as design, end_date as endDate, metadata as metadata, owner_id as ownerId, presentation as presentation, profile as profile, public_token as publicToken, publication as publication, start_date as startDate, synced_design as itinerary, title as title, travelers as travelers
--   archived_at from null: trip.archived
--   archived_at from *: trip.restored
--   archived_by from null: trip.archived
--   archived_by from *: trip.restored
--   commercial_state from *: trip.commercial_state_changed
--   publication from draft: trip.published
--   publication from published: trip.unpublished

-- the capture of users: {"subject": "user"}
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   secret: password_hash as passwordHash
--   value: created_at as createdAt, email as email, name as name, role as role, traveler_deletion as travelerDeletion, trip_deletion as tripDeletion

-- the capture of webhook_endpoints: {"subject": "webhook_endpoint"}
--   derived: updated_at as updatedAt
--   key: agency_id as agencyId, id as id
--   secret: previous_secret as previousSecret, secret as secret, secret_preview as secretPreview
--   value: created_at as createdAt, description as description, disabled_reason as disabledReason, enabled as enabled, event_types as eventTypes, key_id as keyId, previous_secret_until as previousSecretUntil, url as url

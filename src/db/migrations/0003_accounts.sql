-- People and their keys.

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

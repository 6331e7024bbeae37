-- The documents of a trip: papers that staff keeps, and releases to its travelers. Their bytes are in the storage, by the document's id.

create table document_folders (
  agency_id uuid not null references agencies,
  id uuid not null,
  trip_id uuid not null,
  name text not null,
  -- what two names have in common that people take for the same
  name_key text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  unique (agency_id, trip_id, id),
  unique (agency_id, trip_id, name_key),
  foreign key (agency_id, trip_id) references trips (agency_id, id) deferrable
);
create index document_folders_by_update on document_folders (agency_id, trip_id, updated_at, id);
create index document_folders_by_creation on document_folders (agency_id, trip_id, created_at, id);
call tenant_table('document_folders');
call capture_table('document_folders', 'document_folder', 'trip_id', null, null, null, null,
  array['trip_id', 'name', 'name_key', 'created_at'], array['updated_at']);

-- What was started and not completed yet: no document, and seen by nobody. Its id will be the document's.
create table document_uploads (
  agency_id uuid not null references agencies,
  id uuid not null,
  trip_id uuid not null,
  folder_id uuid,
  name text not null,
  mime_type text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  foreign key (agency_id, trip_id) references trips (agency_id, id) deferrable,
  foreign key (agency_id, trip_id, folder_id) references document_folders (agency_id, trip_id, id) deferrable
);
-- for the clean-up of those older than a day
create index document_uploads_by_age on document_uploads (created_at);
-- what the foreign key asks when a folder goes
create index document_uploads_by_folder on document_uploads (agency_id, trip_id, folder_id) where folder_id is not null;
call tenant_table('document_uploads');

create table documents (
  agency_id uuid not null references agencies,
  id uuid not null,
  trip_id uuid not null,
  folder_id uuid,
  name text not null,
  -- as the storage received them
  mime_type text not null,
  byte_size integer not null check (byte_size >= 0),
  visibility text not null check (visibility in ('staff', 'traveler')),
  -- when it was last released
  visible_at timestamptz,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  check ((visibility = 'traveler') = (visible_at is not null)),
  foreign key (agency_id, trip_id) references trips (agency_id, id) deferrable,
  -- a document lies in a folder of its own trip
  foreign key (agency_id, trip_id, folder_id) references document_folders (agency_id, trip_id, id) deferrable,
  foreign key (agency_id, created_by) references users (agency_id, id) deferrable,
  foreign key (agency_id, updated_by) references users (agency_id, id) deferrable
);
-- the lists, and the pollers that follow them
create index documents_by_update on documents (agency_id, updated_at, id);
create index documents_by_creation on documents (agency_id, created_at, id);
create index documents_of_trip_by_update on documents (agency_id, trip_id, updated_at, id);
create index documents_of_trip_by_creation on documents (agency_id, trip_id, created_at, id);
-- what is in a folder, and what the foreign key asks when it goes
create index documents_by_folder on documents (agency_id, folder_id) where folder_id is not null;
-- words in the name, as those in titles of trips
create index documents_by_name on documents using gist (agency_id, name gist_trgm_ops (siglen = 64));
call tenant_table('documents');
call capture_table('documents', 'document', 'trip_id', 'document.created', 'document.updated', 'document.deleted', null,
  array['trip_id', 'folder_id', 'name', 'mime_type', 'byte_size', 'visibility', 'visible_at', 'created_by', 'created_at'],
  array['updated_by', 'updated_at']);

-- Whose bytes are kept, so that the delete can be undone: a row each, from the delete until then.
create table deleted_documents (
  agency_id uuid not null references agencies,
  id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id)
);
-- for the clean-up of those older than 30 days
create index deleted_documents_by_age on deleted_documents (created_at);
call tenant_table('deleted_documents');

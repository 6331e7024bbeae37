// Made from the migrations by `npm run generate`.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface Tables {
  agencies: {
    id: string
    name: string
    locale: Generated<string>
    time_zone: Generated<string>
    per_key_per_minute: Generated<number>
    per_agency_per_minute: Generated<number>
    created_at: string
    updated_at: string
    documents_kept_days: Generated<number>
  }
  agency_clock: {
    agency_id: string
    at: string
  }
  api_key_usage: {
    key_id: string
    last_used_at: string
  }
  api_keys: {
    agency_id: string
    id: string
    user_id: string
    name: string
    prefix: string
    secret_hash: Buffer
    scopes: string[]
    expires_at: string | null
    revoked_at: string | null
    created_at: string
    updated_at: string
  }
  block_ref_counters: {
    agency_id: string
    trip_id: string
    last: number
  }
  captured_columns: {
    table_name: string
    column_name: string
    policy: string
    field: string
  }
  captured_tables: {
    table_name: string
    subject: string
    trip_column: string | null
    created_event: string | null
    updated_event: string | null
    deleted_event: string | null
    as_field: string | null
  }
  captures: {
    agency_id: string
    seq: GeneratedAlways<string>
    at: string
    write_id: string
    table_name: string
    row_id: string
    trip_id: string | null
    op: string
    old: ColumnType<unknown, string | null, string | null>
  }
  catalog_entities: {
    agency_id: string
    id: string
    kind: string
    name: string
    external_id: string
    origin: string
    parent_id: string | null
    level: string | null
    place_id: string
    lat: number | null
    lng: number | null
    formatted_address: string
    country_code: string
    city: string
    region: string
    city_key: string
    tags: string[]
    content: ColumnType<unknown, string, string>
    deleted_at: string | null
    created_at: string
    updated_at: string
  }
  catalog_features: {
    agency_id: string
    id: Generated<string>
    key: string
    name: string
    kinds: string[]
    icon: string
    created_at: string
  }
  catalog_words: {
    agency_id: string
    id: string
    search: string
    created_at: string
    updated_at: string
  }
  changes: {
    agency_id: string
    id: string
    user_id: string
    key_id: string | null
    operation_id: string
    surface: string
    status: string
    trip_ids: string[]
    row_count: number
    error: string | null
    revert_write_id: string | null
    reverted_at: string | null
    created_at: string
    updated_at: string
  }
  deleted_documents: {
    agency_id: string
    id: string
    created_at: string
    updated_at: string
  }
  document_folders: {
    agency_id: string
    id: string
    trip_id: string
    name: string
    name_key: string
    created_at: string
    updated_at: string
  }
  document_uploads: {
    agency_id: string
    id: string
    trip_id: string
    folder_id: string | null
    name: string
    mime_type: string
    created_at: string
    updated_at: string
  }
  documents: {
    agency_id: string
    id: string
    trip_id: string
    folder_id: string | null
    name: string
    mime_type: string
    byte_size: number
    visibility: string
    visible_at: string | null
    created_by: string | null
    updated_by: string | null
    created_at: string
    updated_at: string
  }
  event_groups: {
    agency_id: string
    subject: string
    subject_id: string
    trip_id: string | null
    type: string
    changed: string[]
    first_at: string
    last_at: string
    due_at: string
  }
  events: {
    agency_id: string
    id: string
    timestamp: string
    type: string
    subject: string
    subject_id: string
    trip_id: string | null
    changed: string[]
  }
  idempotency_records: {
    agency_id: string
    key_id: string
    idempotency_key: Buffer
    request: Buffer
    status: number
    body: string
    change_id: string | null
    created_at: string
  }
  itinerary_blocks: {
    agency_id: string
    id: string
    trip_id: string
    parent_id: string | null
    rank: string
    ref: string
    type: string
    visibility: Generated<string>
    data: ColumnType<unknown, string, string>
    layout: ColumnType<unknown, string | null, string | null>
    generated: ColumnType<unknown, string | null, string | null>
    created_at: string
    updated_at: string
  }
  library_entries: {
    agency_id: string
    id: string
    title: string
    root_type: string
    tags: string[]
    snapshot: ColumnType<unknown, string, string>
    search: string
    lease_key_id: string | null
    lease_until: string | null
    created_at: string
    updated_at: string
  }
  mails: {
    agency_id: string
    id: string
    kind: string
    about_id: string
    recipient: string
    subject: string
    body_text: string | null
    body_html: string | null
    status: string
    tries: Generated<number>
    next_try_at: string | null
    last_error: string | null
    sent_at: string | null
    created_at: string
    updated_at: string
  }
  outbox: {
    agency_id: string
    seq: GeneratedAlways<string>
    at: string
    write_id: string
    type: string
    subject: string
    subject_id: string
    trip_id: string | null
    changed: string[]
  }
  routes: {
    agency_id: string
    id: string
    title: string
    description: string
    tags: string[]
    design: ColumnType<unknown, string, string>
    cover_url: string | null
    search: string
    created_at: string
    updated_at: string
  }
  schema_migrations: {
    name: string
    hash: string
    applied_at: Generated<string>
  }
  state_events: {
    table_name: string
    column_name: string
    old_value: string | null
    type: string
  }
  traveler_accounts: {
    agency_id: string
    id: string
    email: string | null
    name: string | null
    created_at: string
    updated_at: string
  }
  travelers: {
    agency_id: string
    id: string
    trip_id: string
    rank: string
    title: string | null
    first_name: string | null
    last_name1: string | null
    last_name2: string | null
    birth_date: string | null
    sex: string | null
    nationality: string | null
    doc_type: string | null
    doc_number: Buffer | null
    doc_expiry: string | null
    doc_country: string | null
    email: string | null
    phone: string | null
    address: ColumnType<unknown, string | null, string | null>
    tax_id: Buffer | null
    source: string
    consent_at: string | null
    docs_purged_at: string | null
    search: GeneratedAlways<string>
    created_at: string
    updated_at: string
  }
  trip_code_counters: {
    agency_id: string
    year: number
    last: number
  }
  trip_contacts: {
    agency_id: string
    id: string
    account_id: string
    name: string | null
    email: string | null
    phone: string | null
    address: ColumnType<unknown, string | null, string | null>
    doc_type: string | null
    doc_number: Buffer | null
    doc_country: string | null
    tax_id: Buffer | null
    created_at: string
    updated_at: string
  }
  trip_templates: {
    agency_id: string
    id: string
    title: string
    description: string
    tags: string[]
    cover_url: string | null
    stop_count: number
    design: ColumnType<unknown, string, string>
    blocks: ColumnType<unknown, string, string>
    was_synced: boolean
    travelers: number | null
    presentation: ColumnType<unknown, string | null, string | null>
    base_start_date: string | null
    search: string
    created_at: string
    updated_at: string
  }
  trips: {
    agency_id: string
    id: string
    code: string
    title: string
    start_date: string | null
    end_date: string | null
    publication: Generated<string>
    commercial_state: Generated<string>
    travelers: number
    owner_id: string | null
    design: ColumnType<unknown, string | null, string | null>
    presentation: ColumnType<unknown, string, string>
    profile: ColumnType<unknown, string, string>
    cover_image_url: string | null
    metadata: ColumnType<unknown, string, string>
    public_token: string
    itinerary_version: Generated<number>
    itinerary_at: string | null
    synced_design: string | null
    archived_at: string | null
    archived_by: string | null
    created_at: string
    updated_at: string
  }
  users: {
    agency_id: string
    id: string
    name: string
    email: string
    password_hash: string | null
    role: Generated<string>
    trip_deletion: Generated<string>
    traveler_deletion: Generated<boolean>
    created_at: string
    updated_at: string
  }
  webhook_deliveries: {
    agency_id: string
    id: string
    endpoint_id: string
    event_id: string
    event_type: string
    event_timestamp: string
    subject: string
    subject_id: string
    trip_id: string | null
    changed: string[]
    status: string
    attempts: ColumnType<unknown, string, string>
    next_attempt_at: string | null
    created_at: string
    updated_at: string
  }
  webhook_endpoint_states: {
    agency_id: string
    endpoint_id: string
    last_success_at: string | null
    failing_since: string | null
    worker_id: string | null
  }
  webhook_endpoints: {
    agency_id: string
    id: string
    key_id: string
    url: string
    description: string
    event_types: string[]
    enabled: Generated<boolean>
    disabled_reason: string | null
    secret: Buffer
    secret_preview: string
    previous_secret: Buffer | null
    previous_secret_until: string | null
    created_at: string
    updated_at: string
  }
  webhook_queue: {
    agency_id: string
    endpoint_id: string
    delivery_id: string
    delivery_created_at: string
    event_id: string
    event_type: string
    event_timestamp: string
    subject: string
    subject_id: string
    trip_id: string | null
    changed: string[]
    tries: Generated<number>
    due_at: string
  }
  worker_processes: {
    id: string
    seen_at: string
  }
}

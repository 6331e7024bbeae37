import type { ProblemCode, ProblemDetails } from '../operations/problem.ts'

/** What whoever meets a problem does next. */
export const WHAT_TO_DO: Record<ProblemCode, string> = {
  invalid_request:
    'Correct every place that `errors` names: each has a `path` into the request and a `message`. Repeating the request as it is will not help.',
  unauthorized:
    'Send `Authorization: Bearer trv_live_…`. Check the key with `GET /v1/me`; if it was revoked or has expired, have a new one made.',
  insufficient_scope: '`missingScopes` lists what the key lacks. Scopes of a key never change: have a key made that has them.',
  forbidden:
    'Ask somebody in the agency who may do it, or have the rights of the person changed. Another key of the same person will not help.',
  not_found: 'Check the id. An archived trip is found among the archived ones, and can be restored.',
  method_not_allowed: 'Use one of the methods in the header `Allow`; the reference says which does what.',
  request_timeout:
    'Send the request again, with its `Idempotency-Key` if it writes. When it happens often, the connection is too slow for the body.',
  stale_write:
    'Read the resource again, look at what became of it, and decide again; then send the new `updatedAt` as `expectedUpdatedAt`. Do not just repeat the request without it.',
  request_in_progress: 'Wait as long as `Retry-After` says, then repeat the same request with the same key: you get the first answer.',
  already_complete: 'Nothing: what you wanted is done. Read the document to see it.',
  being_edited: 'Wait until the entry is closed in the builder, or close it there.',
  place_taken: 'Use the entry that holds the place, or archive it first.',
  no_contact: 'Add a booking contact to the trip first.',
  contact_exists: 'Change the contact that is there, or remove it first.',
  invalid_state: '`detail` says which state it is in. Bring it to one that allows this, or leave it.',
  not_revertible:
    '`detail` says what stands in the way. Often a later change has to be undone first: undoing backwards, step by step, always works.',
  headcount_full: 'Raise the headcount of the trip, or take somebody off its list.',
  headcount_too_small: 'Take travelers off the list first, or keep the headcount.',
  not_archived: 'Nothing: the trip is live.',
  access_not_open: 'Open the access of the trip first.',
  limit_reached: '`detail` says how many there may be. Remove one that is no longer needed.',
  payload_too_large: 'Send less at once: several requests, or documents by upload instead of inside JSON.',
  range_not_satisfiable: 'Ask for bytes that are there: `Content-Range` says how many there are.',
  unsupported_media_type: 'Send the body as JSON in UTF-8 with `Content-Type: application/json`.',
  idempotency_key_reused: 'A key belongs to one request. Take a new key for a new request; to retry, repeat the first one exactly.',
  trip_has_no_design: 'Give the trip a design first.',
  upload_missing: 'Upload the bytes to the address that was given, then complete the upload.',
  not_an_image: 'Upload a JPEG, PNG, WebP, AVIF or GIF that opens elsewhere.',
  root_type_mismatch: 'Choose a library entry of the same type as the block.',
  template_error: 'Correct the template where `detail` says, and preview it before you save.',
  confirmation_required: 'Make sure that it is meant, with the preview of a dry run; then repeat the request with `confirm`.',
  invalid_op: 'Correct the op that `errors` names and send all of them again: nothing was applied.',
  no_email: 'Add an email address first.',
  rate_limited:
    'Wait as long as `Retry-After` says. The header `RateLimit` tells in every answer what is left; spread your requests by it.',
  headers_too_large: 'Send fewer or shorter headers, and put long filters into several requests.',
  internal_error:
    'Try again once, with the same `Idempotency-Key` if it writes: nothing happens twice. If it stays, tell us the `requestId`.',
  unavailable: 'Wait as long as `Retry-After` says and repeat the request.',
}

/** Examples that say more than the title. */
export const EXAMPLES: Partial<Record<ProblemCode, ProblemDetails>> = {
  invalid_request: {
    detail: 'startDate must be a date, YYYY-MM-DD. bogus is not a known field.',
    errors: [
      { path: 'startDate', message: 'must be a date, YYYY-MM-DD' },
      { path: 'bogus', message: 'is not a known field' },
    ],
  },
  insufficient_scope: { detail: 'The key needs trips:write.', extra: { missingScopes: ['trips:write'] } },
  method_not_allowed: { detail: 'This address takes GET, HEAD, POST.' },
  stale_write: { detail: 'It changed at 2026-09-26T10:15:30.123Z.', extra: { updatedAt: '2026-09-26T10:15:30.123Z' } },
  rate_limited: { detail: 'The key has spent its 300 units for this minute.' },
}

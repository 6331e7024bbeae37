/** Every refusal that the service knows. The HTTP status, the document and the page of a problem all come from here. */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    means: 'Something in the request is malformed or not allowed. `errors` lists every place at once.',
  },
  unauthorized: { status: 401, title: 'Unauthorized', means: 'The API key is missing, unknown, expired or revoked.' },
  insufficient_scope: { status: 403, title: 'Insufficient scope', means: 'The API key lacks a scope that this operation needs.' },
  forbidden: { status: 403, title: 'Forbidden', means: 'The person behind the key is not allowed to do this.' },
  not_found: { status: 404, title: 'Not found', means: 'There is no such resource here: absent, archived, or of another agency.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    means: 'The address exists, but not with this method. `Allow` lists those it takes.',
  },
  request_timeout: { status: 408, title: 'Request timeout', means: 'The request took too long to arrive.' },
  stale_write: {
    status: 409,
    title: 'Stale write',
    means: 'The resource changed since the `updatedAt` that was expected. Read it again, and decide again.',
  },
  request_in_progress: {
    status: 409,
    title: 'Request in progress',
    means: 'A request with this Idempotency-Key is still running. Try again shortly.',
  },
  already_complete: { status: 409, title: 'Already complete', means: 'This upload was completed before.' },
  being_edited: { status: 409, title: 'Being edited', means: 'The entry is open in the builder.' },
  place_taken: { status: 409, title: 'Place taken', means: 'Another live entry holds the same external place.' },
  no_contact: { status: 409, title: 'No contact', means: 'The trip has no booking contact.' },
  contact_exists: { status: 409, title: 'Contact exists', means: 'The trip already has a booking contact.' },
  invalid_state: { status: 409, title: 'Invalid state', means: 'The resource is in a state that does not allow this.' },
  not_revertible: { status: 409, title: 'Not revertible', means: 'This change can no longer be undone. `detail` says why.' },
  headcount_full: { status: 409, title: 'Headcount full', means: 'The trip already lists as many travelers as its headcount.' },
  headcount_too_small: { status: 409, title: 'Headcount too small', means: 'The trip lists more travelers than that.' },
  not_archived: { status: 409, title: 'Not archived', means: 'Only an archived trip can be restored.' },
  access_not_open: { status: 409, title: 'Access not open', means: 'The traveler app is not open for this trip yet.' },
  limit_reached: { status: 409, title: 'Limit reached', means: 'There are already as many of these as are allowed.' },
  payload_too_large: { status: 413, title: 'Payload too large', means: 'A JSON body may have at most 1 MB, a document 50 MB.' },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    means: 'Bodies are JSON: send `Content-Type: application/json`.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    means: 'The document has no such bytes. `Content-Range` says how many it has.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    means: 'This Idempotency-Key was used for a different request within 24 hours.',
  },
  trip_has_no_design: { status: 422, title: 'Trip has no design', means: 'This needs a trip with a design.' },
  upload_missing: { status: 422, title: 'Upload missing', means: 'Nothing was uploaded yet.' },
  not_an_image: { status: 422, title: 'Not an image', means: 'The uploaded bytes are not an image that can be read.' },
  root_type_mismatch: { status: 422, title: 'Root type mismatch', means: 'The block is not of the type of the library entry.' },
  template_error: { status: 422, title: 'Template error', means: 'The quote template has a Liquid error. `detail` names it.' },
  confirmation_required: { status: 422, title: 'Confirmation required', means: 'Repeat the request with `confirm` set as described.' },
  invalid_op: { status: 422, title: 'Invalid op', means: 'One of the ops cannot be applied, so none was. `errors` names it.' },
  no_email: { status: 422, title: 'No email', means: 'There is no email address to write to.' },
  rate_limited: {
    status: 429,
    title: 'Rate limited',
    means: 'The key or its agency has spent its units for this minute. `Retry-After` says when to go on.',
  },
  headers_too_large: { status: 431, title: 'Headers too large', means: 'The request line and headers may have at most 64 KB together.' },
  internal_error: { status: 500, title: 'Internal error', means: 'Something went wrong on our side. The `requestId` helps us find it.' },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    means: 'The service is busy or restarting. Nothing was written; try again after `Retry-After` seconds.',
  },
} as const satisfies Record<string, { status: number; title: string; means: string }>

export type ProblemCode = keyof typeof PROBLEMS

export interface FieldError {
  path: string
  message: string
}

export interface ProblemDetails {
  detail?: string
  errors?: FieldError[]
  /** Members of the answer beside the standard ones. */
  extra?: Record<string, unknown>
  headers?: Record<string, string>
}

/** A refusal on its way to the caller: the only error that crosses a door. Its detail is written for the caller. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.detail ?? PROBLEMS[code].means)
    this.code = code
    this.details = details
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }
}

/** A refusal that an operation may answer: `throw refuse('not_found')` compiles only for the codes that it lists. */
export type Refuse<Code extends ProblemCode> = (code: Code, details?: ProblemDetails) => Problem

/** What the road itself may answer, whatever the operation. */
export const ROAD_PROBLEMS = [
  'invalid_request',
  'unauthorized',
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const
/** And what it may answer to a write. */
export const WRITE_PROBLEMS = ['request_in_progress', 'idempotency_key_reused', 'payload_too_large', 'unsupported_media_type'] as const

export function problemBody(problem: Problem, baseUrl: string, requestId: string) {
  const { status, title } = PROBLEMS[problem.code]
  return {
    type: `${baseUrl}/problems/${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    requestId,
    ...(problem.details.errors && { errors: problem.details.errors }),
    ...problem.details.extra,
  }
}

import { Problem } from '../operations/problem.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body as JSON; undefined where there is none. */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw malformed('The body is not valid UTF-8.')
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformed(`The body is not valid JSON: ${(error as Error).message.slice(0, 200)}`)
  }
}

const malformed = (detail: string) => new Problem('invalid_request', { detail, errors: [{ path: '', message: 'must be a JSON document' }] })

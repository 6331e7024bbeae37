interface Read {
  message?: unknown
  /** The `error` of a JSON-RPC answer. */
  error?: { code: number; message: string }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** One JSON-RPC message. Newer versions of the protocol have no batches, and no client sends them. */
export function readMessage(bytes: Buffer | undefined): Read {
  let message: unknown
  try {
    message = JSON.parse(utf8.decode(bytes))
  } catch {
    return { error: { code: -32700, message: 'The body is not JSON in UTF-8.' } }
  }
  if (Array.isArray(message)) return { error: { code: -32600, message: 'Send one message in each request: batches are not taken.' } }
  return { message }
}

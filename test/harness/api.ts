export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: any
}

export interface Asked {
  body?: unknown
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** The service from outside: real HTTP, real JSON. `api('POST /v1/trips', { body })`. */
export type Api = (route: string, asked?: Asked) => Promise<Answer>

export const apiAt =
  (baseUrl: () => string, secret?: string): Api =>
  async (route, { body, headers, query } = {}) => {
    const [method = 'GET', path = ''] = route.split(' ')
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const response = await fetch(`${baseUrl()}${path}${search}`, {
      method,
      headers: {
        ...(secret !== undefined && { Authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }

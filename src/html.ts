/** Text that is HTML already; everything else is escaped. */
export interface Html {
  readonly html: string
}

type Value = string | number | undefined | Html | readonly Html[]

/** A template whose values are escaped: what came from outside is always text. `undefined` is nothing. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html => ({ html: String.raw({ raw: parts }, ...values.map(asHtml)) })

function asHtml(value: Value): string {
  if (value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return 'html' in value ? value.html : value.map((part) => part.html).join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string)

/** A sentence in which `code` is marked by backticks. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`

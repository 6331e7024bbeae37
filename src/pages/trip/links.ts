import { type Html, html } from '../../html.ts'
import type { PublicPlace } from '../../published/public-trip.ts'

/** An address that the page may lead to, or nothing: whole, http or https, and nobody's password in it. */
export const webAddress = (text: string): string | undefined => addressOf(text, ['http:', 'https:'])

/** What markdown may link to: the web, and mail. */
export const isLinkable = (text: string): boolean => addressOf(text, ['http:', 'https:', 'mailto:']) !== undefined

function addressOf(text: string, protocols: string[]): string | undefined {
  const url = URL.parse(text)
  return url && protocols.includes(url.protocol) && url.username === '' && url.password === '' ? url.href : undefined
}

/** A link out of the page tells nobody where it came from, and vouches for nothing. */
export const LINK_RELATION = 'noopener nofollow'

export const linkTo = (address: string, content: Html): Html => html`<a href="${address}" rel="${LINK_RELATION}">${content}</a>`

/** Where OpenStreetMap shows it: its point, or what is found for its address. */
export function mapAddress({ lat, lng, formattedAddress }: PublicPlace): string | undefined {
  if (lat !== undefined && lng !== undefined) {
    const [north, east] = [lat.toFixed(5), lng.toFixed(5)]
    return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=16/${north}/${east}`
  }
  return formattedAddress && `https://www.openstreetmap.org/search?${new URLSearchParams({ query: formattedAddress })}`
}

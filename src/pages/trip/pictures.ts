import { type Html, html } from '../../html.ts'
import type { PublicImage } from '../../published/public-trip.ts'
import { webAddress } from './links.ts'

/** An image with its caption; nothing where its address is none that a page may show. */
function picture({ url, alt, caption }: PublicImage): Html {
  const address = webAddress(url)
  if (address === undefined) return html``
  return html`<figure><img src="${address}" alt="${alt ?? ''}" loading="lazy" decoding="async">${
    caption === undefined ? undefined : html`<figcaption dir="auto">${caption}</figcaption>`
  }</figure>`
}

export function pictures(images: readonly PublicImage[]): Html {
  const shown = images.map(picture).filter(({ html }) => html !== '')
  return shown.length === 0 ? html`` : html`<div class="${shown.length === 1 ? 'pictures' : 'pictures several'}">${shown}</div>`
}

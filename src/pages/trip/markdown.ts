import MarkdownIt from 'markdown-it'
import type { Html } from '../../html.ts'
import { isLinkable, LINK_RELATION, webAddress } from './links.ts'

// people end a line where they want it to end; HTML that they type is text
const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true })
markdown.validateLink = isLinkable

const { rules } = markdown.renderer
rules.link_open = (tokens, at, options, _env, renderer) => {
  tokens[at]?.attrSet('rel', LINK_RELATION)
  return renderer.renderToken(tokens, at, options)
}
rules.image = (tokens, at, options, env, renderer) => {
  const [alt, address] = [
    renderer.renderInlineAsText(tokens[at]?.children ?? [], options, env),
    webAddress(String(tokens[at]?.attrGet('src'))),
  ]
  const { escapeHtml } = markdown.utils
  if (address === undefined) return escapeHtml(alt)
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}" loading="lazy" decoding="async">`
}
// a column that is aligned would need a style attribute, which the page does not allow
rules.th_open = () => '<th>'
rules.td_open = () => '<td>'

/** Signs of markup. Reading them costs more the more there are, and then more than in proportion: what has this many is no text of a trip. */
const SIGNS = /[[\]!*_~`\\<&>|]/g
const MAX_SIGNS = 1000

/** People's markdown, in which the highest heading is at `level` and none skips one. */
export function markdownAsHtml(text: string, level: number): Html {
  if ((text.match(SIGNS)?.length ?? 0) > MAX_SIGNS) return { html: `<p class="typed">${markdown.utils.escapeHtml(text)}</p>` }
  const env = {}
  const tokens = markdown.parse(text, env)
  let above = level - 1
  for (const token of tokens) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue
    if (token.type === 'heading_open') above = Math.min(level - 1 + Number(token.tag.slice(1)), above + 1, 6)
    token.tag = `h${above}`
  }
  return { html: markdown.renderer.render(tokens, markdown.options, env) }
}

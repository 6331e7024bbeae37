import { html, prose } from '../../html.ts'
import type { MailContent } from './mail.ts'

/** A mail in paragraphs, as text and as HTML; `code` stands between backticks. What came from outside is text in both. */
export function letter(subject: string, paragraphs: readonly string[]): MailContent {
  return {
    subject,
    text: `${paragraphs.map((paragraph) => paragraph.replaceAll('`', '')).join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">
${paragraphs.map((paragraph) => html`<p>${prose(paragraph)}</p>\n`)}</body>
</html>
`.html,
  }
}

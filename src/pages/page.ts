import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { type Html, html } from '../html.ts'

export const STYLE = readFileSync(new URL('./style.css', import.meta.url), 'utf8')

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%230f766e"/%3E%3Cpath d="M8 22c2-9 6-3 8-8s5-5 8-4" fill="none" stroke="%23fff" stroke-width="2.5" stroke-linecap="round"/%3E%3Ccircle cx="24" cy="10" r="2.5" fill="%23fff"/%3E%3C/svg%3E'

/** Sources differ only where a page shows somebody else's script, or pictures. */
export const policy = (sources: { script?: string; style?: string; connect?: string; image?: string } = {}): string =>
  [
    "default-src 'none'",
    `script-src ${sources.script ?? "'none'"}`,
    `style-src ${sources.style ?? "'self'"}`,
    `img-src ${sources.image ?? "'self' data:"}`,
    `connect-src ${sources.connect ?? "'none'"}`,
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ')

export const htmlDocument = (title: string, head: Html, body: Html, language = 'en'): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${ICON}">
${head}
</head>
${body}
</html>
`.html

/** A page of ours: the head of the site, and what the page is about. */
export const page = (title: string, content: Html): string =>
  htmlDocument(
    title === 'Travesía' ? title : `${title} · Travesía`,
    html`<link rel="stylesheet" href="/pages/style.css">`,
    html`<body>
<header><a class="home" href="/">Travesía</a><nav aria-label="Documents"><a href="/docs">Reference</a><a href="/problems">Problems</a><a href="/v1/openapi.json">OpenAPI</a></nav></header>
<main>
${content}
</main>
</body>`,
  )

export const sendPage = (reply: FastifyReply, document: string, headers: Record<string, string> = {}): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .headers({
      'Content-Security-Policy': policy(),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-cache',
      ...headers,
    })
    .send(document)

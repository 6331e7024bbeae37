import { html, prose } from '../html.ts'
import { page } from './page.ts'

export const welcomePage = (baseUrl: string): string =>
  page(
    'Travesía',
    html`<h1>Trips, from the first idea to the last transfer</h1>
<p class="lead">Travesía is the planning service of your agency: trips, itineraries, quotes and travelers, for people, programs and assistants.</p>
<ul class="cards">
<li><a href="/docs"><strong>Reference</strong>Every operation, with a form to try it.</a></li>
<li><a href="/problems"><strong>Problems</strong>What each refusal means, and what to do.</a></li>
<li><a href="/v1/openapi.json"><strong>OpenAPI</strong>The interface for machines, to make clients from.</a></li>
</ul>
<h2>For programs</h2>
<p>${prose('Every request carries a key. This one tells whose it is:')}</p>
<pre tabindex="0"><code>curl ${baseUrl}/v1/me -H "Authorization: Bearer $KEY"</code></pre>
<p>${prose(
      'Every write takes `dryRun=true` to preview it and `Idempotency-Key` to retry it safely. What it answers as `Service-Change-Id` undoes it.',
    )}</p>
<h2>For assistants</h2>
<p>${prose('The same operations are tools of an MCP server, with the same keys. An assistant takes it as:')}</p>
<pre tabindex="0"><code>${JSON.stringify(
      { mcpServers: { travesia: { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: 'Bearer $KEY' } } } },
      null,
      2,
    )}</code></pre>`,
  )

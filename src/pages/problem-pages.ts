import { type Html, html, prose } from '../html.ts'
import { openApiDocument } from '../http/openapi.ts'
import { type Catalogue, isWrite, type Operation } from '../operations/operation.ts'
import { PROBLEMS, Problem, type ProblemCode, problemBody } from '../operations/problem.ts'
import { page } from './page.ts'
import { referenceLink } from './reference.ts'
import { EXAMPLES, WHAT_TO_DO } from './what-to-do.ts'

const CODES = Object.keys(PROBLEMS) as ProblemCode[]
const EXAMPLE_REQUEST = '01998a4e-3c00-7d3a-9f51-6b1c2d3e4f50'

export const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(PROBLEMS, text)

export function problemIndex(): string {
  const statuses = [...Map.groupBy(CODES, (code) => PROBLEMS[code].status)].sort(([a], [b]) => a - b)
  return page(
    'Problems',
    html`<h1>Problems</h1>
<p class="lead">${prose(
      'Whatever is refused is answered as `application/problem+json`. The `code` is for programs and stays the same; `detail` is for people and may change.',
    )}</p>
${statuses.map(([status, codes]) => html`<h2 id="s${status}">${status}</h2><ul class="rows">${codes.map(row)}</ul>`)}`,
  )
}

const row = (code: ProblemCode): Html => html`<li><a href="/problems/${code}">${code}</a><span>${prose(PROBLEMS[code].means)}</span></li>`

export function problemPages(catalogue: Catalogue): (code: ProblemCode, baseUrl: string) => string {
  const all = [...catalogue]
  let answering: Map<string, Operation[]> | undefined
  return (code, baseUrl) => {
    answering ??= answeringIn(catalogue)
    return problemPage(code, baseUrl, sources(answering.get(code) ?? [], all))
  }
}

function problemPage(code: ProblemCode, baseUrl: string, comesFrom: Html): string {
  const { status, title, means } = PROBLEMS[code]
  const example = problemBody(new Problem(code, EXAMPLES[code]), baseUrl, EXAMPLE_REQUEST)
  return page(
    title,
    html`<p class="eyebrow"><span class="${status >= 500 ? 'status ours' : 'status'}">${status}</span><code>${code}</code></p>
<h1>${title}</h1>
<p class="lead">${prose(means)}</p>
<h2>What to do</h2>
<p>${prose(WHAT_TO_DO[code])}</p>
<h2>What it looks like</h2>
<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>
<h2>Where it comes from</h2>
${comesFrom}
<p><a href="/problems">All problems</a></p>`,
  )
}

export const unknownProblemPage = (code: string): string =>
  page(
    'No such problem',
    html`<p class="eyebrow"><span class="status">404</span></p>
<h1>No such problem</h1>
<p class="lead">Nothing here answers with the code <code>${code}</code>.</p>
<p><a href="/problems">All problems</a></p>`,
  )

/** Which operations answer it, in as few words as possible. */
function sources(answering: Operation[], all: Operation[]): Html {
  if (answering.length === 0) return html`<p>No operation answers it: it comes from the server, before an operation is reached.</p>`
  if (answering.length === all.length) return html`<p>Every operation may answer it.</p>`
  if (answering.length === all.filter(isWrite).length && answering.every(isWrite)) return html`<p>Every write may answer it.</p>`
  return html`<ul class="methods">${answering.map(
    (operation) =>
      html`<li><a href="${referenceLink(operation)}">${operation.title}</a> <code>${operation.method} ${operation.path}</code></li>`,
  )}</ul>`
}

/** Which operations answer which problems, as the OpenAPI document has it; made at the first visit. */
function answeringIn(catalogue: Catalogue): Map<string, Operation[]> {
  const { paths } = openApiDocument(catalogue)
  const documented = Object.values(paths).flatMap((methods) => Object.values(methods)) as { operationId: string; 'x-problems': string[] }[]
  const answering = new Map<string, Operation[]>()
  for (const { operationId, 'x-problems': codes } of documented) {
    for (const code of codes) answering.set(code, [...(answering.get(code) ?? []), catalogue.find(operationId) as Operation])
  }
  return answering
}

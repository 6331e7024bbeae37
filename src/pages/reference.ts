import { html } from '../html.ts'
import type { Operation } from '../operations/operation.ts'
import { htmlDocument, policy } from './page.ts'

/** The renderer puts style elements and attributes into the page, so styles can't be held to files. Scripts are, and so are connections. */
export const REFERENCE_POLICY = policy({ script: "'self'", style: "'unsafe-inline'", connect: "'self'" })

export const REFERENCE_SCRIPT = '/docs/scalar.js'
const START_SCRIPT = '/docs/start.js'

export const referencePage = (): string =>
  htmlDocument(
    'Reference · Travesía',
    html``,
    html`<body>
<noscript>This reference needs JavaScript. The same is in the <a href="/v1/openapi.json">OpenAPI document</a>.</noscript>
<div id="reference"></div>
<script src="${REFERENCE_SCRIPT}"></script>
<script src="${START_SCRIPT}"></script>
</body>`,
  )

/** Everything that would ask another host is off: fonts, telemetry, proxies, other people's assistants. */
const CONFIGURATION = {
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  customCss: '.light-mode { --scalar-color-accent: #0f766e } .dark-mode { --scalar-color-accent: #5eead4 }',
}

/** Requests are tried on the host that served the page: the only one that the policy allows. */
export const startScript = {
  path: START_SCRIPT,
  text: `Scalar.createApiReference('#reference', { ...${JSON.stringify(CONFIGURATION)}, servers: [{ url: location.origin }] })\n`,
}

/** Where the reference shows the operation. */
export const referenceLink = ({ id, method, path }: Operation): string => `/docs#tag/${id.split('.')[0]}/${method}${path}`

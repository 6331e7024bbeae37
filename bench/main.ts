// `npm run bench`: how fast the service is, as a share of what the same machine does with next to nothing in between.
import { writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform } from 'node:os'
import { parseArgs } from 'node:util'
import { measure, type Result } from './measure.ts'
import { IN_SERVER, profiling } from './profile/profile.ts'
import { costTable, ratioTable } from './report.ts'
import { checkSameBytes } from './same-bytes.ts'
import { create } from './scenarios/create.ts'
import { createFortnight, createYear } from './scenarios/create-designed.ts'
import { createIdempotent } from './scenarios/create-idempotent.ts'
import { createOneAgency } from './scenarios/create-one-agency.ts'
import { get } from './scenarios/get.ts'
import { itinerary } from './scenarios/itinerary.ts'
import { itineraryOps } from './scenarios/itinerary-ops.ts'
import { list } from './scenarios/list.ts'
import { patch } from './scenarios/patch.ts'
import { type Soak, soak, tellSoak } from './soak.ts'
import { setStage } from './stage.ts'
import { benchWebhooks, tellWebhooks, type WebhookFigures } from './webhooks/webhooks.ts'

const SCENARIOS = [get, list, create, createOneAgency, createIdempotent, patch, itinerary, itineraryOps, createFortnight, createYear]

const USAGE = `npm run bench -- [SCENARIO…] [--rounds N] [--round-ms N] [--json FILE] [--profile]
scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')} (all of them unless named), soak and webhooks (only when named)`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '7' },
    'round-ms': { type: 'string', default: '1500' },
    json: { type: 'string' },
    profile: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const BY_NAME = ['soak', 'webhooks']
const unknown = positionals.filter((name) => !BY_NAME.includes(name) && !SCENARIOS.some((scenario) => scenario.name === name))
if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `There is no scenario ${unknown.join(', ')}.\n${USAGE}` : USAGE)
  process.exit(unknown.length > 0 ? 1 : 0)
}
const chosen = positionals.length === 0 ? SCENARIOS : SCENARIOS.filter(({ name }) => positionals.includes(name))

console.error('Making a database with 10,000 trips…')
const stage = await setStage(values.profile ? IN_SERVER : [])
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stage.stop().finally(() => process.exit(1)))

try {
  const bytes = await checkSameBytes(stage)
  const machine = {
    cores: cpus().length,
    model: cpus()[0]?.model.trim() ?? 'unknown',
    platform: `${platform()} ${arch()}`,
    node: process.version,
    postgres: stage.postgres.version,
    settings: stage.postgres.settings,
    load: loadavg().map((one) => one.toFixed(2)),
    bytes,
  }
  console.log(`${machine.cores} × ${machine.model}, ${machine.platform}, node ${machine.node}, load ${machine.load.join(' ')}
PostgreSQL ${machine.postgres} (${machine.settings})
A trip is ${bytes.get} bytes, a list of 25 is ${bytes.list}. Only the ratios count: they are of neighbouring rounds on the same machine.\n`)

  const results: Result[] = []
  const profiler = values.profile ? profiling(stage.server) : undefined
  for (const scenario of chosen) {
    console.error(`${scenario.name}…`)
    const pace = { rounds: Number(values.rounds), roundMs: Number(values['round-ms']) }
    const result = await measure(stage, scenario, pace, profiler?.around ?? ((round) => round()))
    results.push(result)
    const answers = result.ours.rounds.reduce((sum, round) => sum + round.answers, 0)
    if (profiler) console.log(`\n── ${scenario.name}\n${profiler.tell(answers)}\n`)
  }
  if (results.length > 0) console.log(`${ratioTable(results)}\n\n${costTable(results)}`)

  let soaked: Soak | undefined
  if (positionals.includes('soak')) {
    console.error('soak…')
    soaked = await soak(stage)
    console.log(tellSoak(soaked))
  }
  let webhooks: WebhookFigures | undefined
  if (positionals.includes('webhooks')) {
    console.error('webhooks…')
    webhooks = await benchWebhooks(stage)
    console.log(tellWebhooks(webhooks))
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine, results, soak: soaked, webhooks }, null, 2)}\n`)
} finally {
  await stage.stop()
}

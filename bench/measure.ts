import { cpuBetween, cpuOf, cpuOfConnections } from './cpu.ts'
import type { Round } from './load.ts'
import type { Against, Scenario } from './scenarios/scenario.ts'
import type { Stage } from './stage.ts'

const CONNECTIONS = 50
const WARM_UP_MS = 2000

export interface Pace {
  rounds: number
  roundMs: number
}

/** What one contender did, over all rounds. */
export interface Figures {
  perSecond: number
  p50: number
  p99: number
  /** Microseconds of processor time that an answer took, in its own process and in the database server. */
  cpu: { process: number; postgres: number }
  rounds: Round[]
}

interface Comparison extends Against {
  floorFigures: Figures
  ratio: { min: number; median: number; max: number }
  ok: boolean | undefined
}

export interface Result {
  scenario: string
  ours: Figures
  comparisons: Comparison[]
}

interface Contender {
  pid: number
  run(ms: number): Promise<Round>
}

/**
 * We and the floors take turns in short rounds, and each round is compared with its neighbour: what else the machine does
 * meanwhile befalls all alike.
 */
export async function measure(
  stage: Stage,
  scenario: Scenario,
  pace: Pace,
  around: <T>(round: () => Promise<T>) => Promise<T>,
): Promise<Result> {
  const { load } = stage
  load.know(scenario.name, await scenario.requests(stage.callers, stage.port))
  const ask = (port: number) => (ms: number) => load.run(port, scenario.name, CONNECTIONS, ms)
  const run = ask(stage.port)
  const us: Contender = { pid: stage.server.pid, run }
  const floors: Contender[] = scenario.against.map(({ floor }) => {
    const { pid, port, runAlone } = stage.floors[floor]
    return { pid, run: port === null ? runAlone : ask(port) }
  })
  const contenders = [us, ...floors]
  for (const contender of contenders) await contender.run(WARM_UP_MS)

  const records = contenders.map(() => ({ rounds: [] as Round[], process: 0, postgres: 0 }))
  for (let round = 0; round < pace.rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const record = records[index] as (typeof records)[number]
      const before = { process: cpuOf(contender.pid), connections: cpuOfConnections(stage.postgres.pid) }
      const go = () => contender.run(pace.roundMs)
      record.rounds.push(await (contender === us ? around(go) : go()))
      record.process += cpuOf(contender.pid) - before.process
      record.postgres += cpuBetween(before.connections, cpuOfConnections(stage.postgres.pid))
    }
  }

  const figures = records.map(({ rounds, process, postgres }): Figures => {
    const answers = rounds.reduce((sum, round) => sum + round.answers, 0)
    return {
      perSecond: median(rounds.map((round) => round.perSecond)),
      p50: median(rounds.map((round) => round.p50)),
      p99: median(rounds.map((round) => round.p99)),
      cpu: { process: (process * 1e6) / answers, postgres: (postgres * 1e6) / answers },
      rounds,
    }
  })
  const ours = figures[0] as Figures
  return {
    scenario: scenario.name,
    ours,
    comparisons: scenario.against.map((against, index) => compare(against, ours, figures[index + 1] as Figures)),
  }
}

function compare(against: Against, ours: Figures, floorFigures: Figures): Comparison {
  const ratios = ours.rounds.map((round, index) => round.perSecond / (floorFigures.rounds[index]?.perSecond ?? 0))
  const ratio = { min: Math.min(...ratios), median: median(ratios), max: Math.max(...ratios) }
  return { ...against, floorFigures, ratio, ok: against.target === undefined ? undefined : ratio.median >= against.target }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

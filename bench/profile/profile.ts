import type { Profiler } from 'node:inspector'
import type { Child } from '../child.ts'
import { table } from '../report.ts'
import { type Frame, isOurs, moduleOf, nameOf } from './frame.ts'
import type { StatementTime } from './in-server.ts'

export const IN_SERVER = ['--import', './bench/profile/in-server.ts']
const TOP = 30

interface Recorded {
  profile: Profiler.Profile
  statements: StatementTime[]
}

/** Profiles the server for the length of each of our rounds; tells all of them together. */
export function profiling(server: Child) {
  const recorded: Recorded[] = []
  return {
    async around<T>(round: () => Promise<T>): Promise<T> {
      await server.ask({ profile: 'start' })
      const result = await round()
      recorded.push(await server.ask<Recorded>({ profile: 'stop' }))
      return result
    },
    /** What was recorded since the last time it was told. */
    tell(answers: number): string {
      const rounds = recorded.splice(0)
      return [...timeTables(rounds, answers), statementTable(rounds, answers)].join('\n\n')
    },
  }
}

function timeTables(recorded: Recorded[], answers: number): string[] {
  const byModule = new Map<string, number>()
  const byFunction = new Map<string, number>()
  const withCalled = new Map<string, number>()
  for (const { profile } of recorded) {
    const selfTimes = new Map<number, number>()
    for (const [index, id] of (profile.samples ?? []).entries()) add(selfTimes, id, profile.timeDeltas?.[index] ?? 0)
    for (const { stack, self } of stacks(profile, selfTimes)) {
      const frame = stack.at(-1) as Frame
      const module = moduleOf(frame)
      if (module === '(idle)' || stack.some((one) => moduleOf(one) === 'the profiler')) continue
      add(byModule, module, self)
      add(byFunction, `${module}  ${nameOf(frame)}`, self)
      for (const name of new Set(stack.filter(isOurs).map(nameOf))) add(withCalled, name, self)
    }
  }
  const total = [...byModule.values()].reduce((sum, time) => sum + time, 0)
  const lines = (of: Map<string, number>, name: string) =>
    table(
      [...of]
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, TOP)
        .map(([what, time]) => ({ '%': ((time * 100) / total).toFixed(1), 'µs each': (time / answers).toFixed(1), [name]: what })),
    )
  return [lines(byModule, 'module'), lines(byFunction, 'function, by itself'), lines(withCalled, 'function of ours, with all it calls')]
}

/** Every place where time was spent, with the calls that led there. */
function stacks(profile: Profiler.Profile, selfTimes: Map<number, number>): { stack: Frame[]; self: number }[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const callers = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)))
  return [...selfTimes].map(([id, self]) => {
    const stack: Frame[] = []
    for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) stack.unshift(nodes.get(at)?.callFrame as Frame)
    return { stack, self }
  })
}

function statementTable(recorded: Recorded[], answers: number): string {
  const all = new Map<string, StatementTime>()
  for (const { text, count, waited } of recorded.flatMap(({ statements }) => statements)) {
    const known = all.get(text) ?? { text, count: 0, waited: 0 }
    all.set(text, { text, count: known.count + count, waited: known.waited + waited })
  }
  return table(
    [...all.values()]
      .toSorted((a, b) => b.waited - a.waited)
      .slice(0, TOP)
      .map(({ text, count, waited }) => ({
        'times each': (count / answers).toFixed(2),
        'ms waited': (waited / count).toFixed(2),
        statement: text,
      })),
  )
}

const add = <Key>(to: Map<Key, number>, name: Key, time: number) => to.set(name, (to.get(name) ?? 0) + time)

import type { Figures, Result } from './measure.ts'

type Line = Record<string, string>

export function ratioTable(results: Result[]): string {
  return table(
    results.flatMap(({ scenario, ours, comparisons }) =>
      comparisons.map(({ is, floorFigures, ratio, target, aim, ok }) => ({
        scenario,
        'ours req/s': whole(ours.perSecond),
        'floor req/s': whole(floorFigures.perSecond),
        'ratio (min–median–max)': [ratio.min, ratio.median, ratio.max].map((one) => one.toFixed(2)).join('–'),
        target: target === undefined ? '' : `≥ ${target.toFixed(2)}${aim === undefined ? '' : `, aim ${aim.toFixed(2)}`}`,
        ok: ok === undefined ? '' : ok ? 'yes' : 'NO',
        floor: is,
      })),
    ),
  )
}

/** Processor time is what noise disturbs least: it tells where a ratio comes from. */
export function costTable(results: Result[]): string {
  const line = (scenario: string, who: string, { p50, p99, cpu }: Figures): Line => ({
    scenario,
    who,
    'p50 ms': p50.toFixed(1),
    'p99 ms': p99.toFixed(1),
    'µs node': whole(cpu.process),
    'µs postgres': whole(cpu.postgres),
  })
  return table(
    results.flatMap(({ scenario, ours, comparisons }) => [
      line(scenario, 'ours', ours),
      ...comparisons.map(({ is, floorFigures }) => line(scenario, is, floorFigures)),
    ]),
  )
}

export function table(lines: Line[]): string {
  const names = Object.keys(lines[0] ?? {})
  const cells = [names, ...lines.map((line) => names.map((name) => line[name] ?? ''))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => (/^\d+(\.\d+)?$/.test(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const whole = (value: number): string => value.toFixed(0)

// `npm run check`: everything that a machine can say about the code without running the service.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const MIN_MODULES = 60

interface Check {
  name: string
  command: string[]
  /** Looks at the output of a command that succeeded; answers what is wrong with it. */
  suspicious?: (output: string) => string | undefined
}

const CHECKS: Check[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['tsc'] },
  {
    name: 'rooms',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.mjs',
      ...['src', 'test', 'tools', 'bench'].filter((folder) => existsSync(folder)),
    ],
    // a cruiser that finds nothing to read is content with everything
    suspicious: (output) => {
      const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0)
      return modules < MIN_MODULES ? `it read ${modules} modules, fewer than ${MIN_MODULES}` : undefined
    },
  },
  { name: 'dead code', command: ['knip'] },
]

let failed = 0
for (const { name, command, suspicious } of CHECKS) {
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${command[0]}`, command.slice(1), { encoding: 'utf8' })
  const output = `${stdout}${stderr}`
  const complaint = status === 0 ? suspicious?.(output) : `it ended with ${status}`
  console.log(`${complaint === undefined ? '✓' : '✗'} ${name}`)
  if (complaint === undefined) continue
  failed++
  console.log(`${output}\n${name}: ${complaint}`)
}
process.exit(failed === 0 ? 0 : 1)

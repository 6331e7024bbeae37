import { parseArgs } from 'node:util'
import { agencyCreate, agencyList } from './command-line/agency.ts'
import { type Command, oneOf, optional, UsageError } from './command-line/command.ts'
import { demo } from './command-line/demo.ts'
import { doctor } from './command-line/doctor.ts'
import { keyCreate, keyList, keyRevoke } from './command-line/key.ts'
import { mailList, mailShow } from './command-line/mail.ts'
import { migrateCommand, openApiCommand } from './command-line/schema.ts'
import { start } from './command-line/start.ts'
import { userCreate, userList } from './command-line/user.ts'
import { readSettings } from './settings.ts'
import { HALVES } from './start.ts'

const COMMANDS: Command[] = [
  agencyCreate,
  agencyList,
  userCreate,
  userList,
  keyCreate,
  keyList,
  keyRevoke,
  mailList,
  mailShow,
  demo,
  migrateCommand,
  doctor,
  openApiCommand,
]

const USAGE = `travesia start [--only http|worker]
    serves the API, and does what follows from writes; or one of the two
${COMMANDS.map(({ name, usage, does }) => `${`travesia ${name} ${usage}`.trimEnd()}\n    ${does}`).join('\n')}

Every command but start takes --json.`

async function main(argv: string[]): Promise<void> {
  if (argv.length === 0 || argv[0] === 'help' || argv.includes('--help')) {
    console.log(USAGE)
    return
  }
  if (argv[0] === 'start') {
    const { values } = parseArgs({ args: argv.slice(1), options: { only: { type: 'string' } } })
    await start(readSettings(), optional(values, 'only', oneOf(HALVES), HALVES.join(' or ')))
    return
  }
  const command = COMMANDS.find(({ name }) => name === argv.slice(0, name.split(' ').length).join(' '))
  if (!command) throw new UsageError(`there is no command "${argv.slice(0, 2).join(' ')}"; travesia help lists them`)
  const { operands = [], options, name } = command
  const { values, positionals } = parseArgs({
    args: argv.slice(name.split(' ').length),
    options: { ...options, json: { type: 'boolean' } },
    allowPositionals: operands.length > 0,
  })
  if (positionals.length !== operands.length) throw new UsageError(`travesia ${name} takes ${operands.join(' ')}`)
  const result = await command.run({ settings: readSettings(), values: values as Record<string, string | boolean>, operands: positionals })
  await print(values.json ? JSON.stringify(result) : command.show(result as never))
  const badNews = command.failed?.(result as never)
  if (badNews) throw new UsageError(badNews)
}

/** Resolves when all of it is out: an end of the process would cut off what a pipe has not taken yet. */
const print = (text: string): Promise<void> => new Promise((resolve) => process.stdout.write(`${text}\n`, () => resolve()))

/** The only place that ends the process. */
main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error) => {
    const { code, message, address, port } = error as Error & { code?: string; address?: string; port?: number }
    const told = code === 'EADDRINUSE' ? `${address}:${port} is in use: set PORT to another, or stop what listens there` : message
    console.error(`Travesía: ${told}`)
    process.exit(1)
  },
)

import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { APPLICATION_NAME } from '../client.ts'
import { findBinaries } from './binaries.ts'
import { withStartLock } from './start-lock.ts'
import { mayEnter, type RunAs, unprivilegedAccount } from './unprivileged.ts'

/** The PostgreSQL that comes with the service: reached through a private socket, never over the network. */
export interface EmbeddedServer {
  /** The superuser's way in; other roles replace user and password. */
  readonly admin: { host: string; user: string; password: string; database: string }
  /** Stops the server, unless another process of ours still uses it. */
  stop(): Promise<void>
}

const SUPERUSER = 'postgres'

interface Place {
  bin: string
  home: string
  cluster: string
  socket: string
  runAs: RunAs | undefined
  options: string[]
}

/** Starts the server of this data folder, or adopts the one that runs already (left by a killed process, or another's). */
export async function startEmbeddedServer(dataDir: string, options: string[] = []): Promise<EmbeddedServer> {
  const place = findPlace(dataDir, options)
  await withStartLock(join(place.home, 'start.lock'), async () => {
    await makeCluster(place)
    await ensureRunning(place)
  })
  const admin = {
    host: place.socket,
    user: SUPERUSER,
    password: readFileSync(join(place.home, 'superuser-password'), 'utf8'),
    database: SUPERUSER,
  }
  await answers(admin)

  const watch = setInterval(() => {
    if (processOf(place) === undefined)
      withStartLock(join(place.home, 'start.lock'), () => ensureRunning(place)).catch(triedAgainAtTheNextTick)
  }, 1000).unref()

  return {
    admin,
    async stop() {
      clearInterval(watch)
      await withStartLock(join(place.home, 'start.lock'), async () => {
        if (processOf(place) === undefined || (await othersUseIt(admin))) return
        await pgCtl(place, 'stop', '-m', 'fast', '-w')
      })
    },
  }
}

function findPlace(dataDir: string, options: string[]): Place {
  const runAs = unprivilegedAccount()
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const inside = join(dataDir, 'postgres')
  mkdirSync(inside, { recursive: true, mode: 0o755 })
  const shortName = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  // root's own folders are closed to the account that the server runs as: then it lives where system data lives
  const home = !runAs || mayEnter(inside, runAs) ? inside : join('/var/lib/travesia', shortName)
  mkdirSync(home, { recursive: true, mode: 0o755 })
  // a socket's path has room for about 100 characters
  const near = join(home, 'socket')
  const socket = near.length < 85 ? near : join(tmpdir(), `travesia-${shortName}`)
  return { bin: findBinaries(home, runAs), home, cluster: join(home, 'cluster'), socket, runAs, options }
}

/** Made aside and renamed into place, so that a crash in between leaves nothing half made. */
async function makeCluster(place: Place): Promise<void> {
  makePrivate(place.socket, place.runAs)
  if (existsSync(place.cluster)) return
  const draft = `${place.cluster}.draft`
  rmSync(draft, { recursive: true, force: true })
  const passwordFile = join(place.socket, 'new-password')
  const password = randomBytes(24).toString('base64url')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (place.runAs) chownSync(passwordFile, place.runAs.uid, place.runAs.gid)
  makePrivate(draft, place.runAs)
  await run(place, 'initdb', [
    ...['-D', draft, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
    ...['--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ...(place.options.includes('fsync=off') ? ['--no-sync'] : []),
  ])
  rmSync(passwordFile)
  writeFileSync(join(place.home, 'superuser-password'), password, { mode: 0o600 })
  renameSync(draft, place.cluster)
}

async function ensureRunning(place: Place): Promise<void> {
  if (processOf(place) !== undefined) return
  await forgetDeadPostmaster(join(place.cluster, 'postmaster.pid'))
  // the lock beside its socket names the dead server too
  rmSync(place.socket, { recursive: true, force: true })
  makePrivate(place.socket, place.runAs)
  const settings = [`unix_socket_directories=${place.socket}`, 'listen_addresses=', 'max_connections=120', 'jit=off', ...place.options]
  const log = join(place.home, 'server.log')
  const command = settings.map((setting) => `-c '${setting}'`).join(' ')
  if (!existsSync(log)) writeFileSync(log, '', { mode: 0o600 })
  if (place.runAs) chownSync(log, place.runAs.uid, place.runAs.gid)
  await pgCtl(place, 'start', '-w', '-t', '60', '-l', log, '-o', command)
}

/**
 * The pid file of a killed server names a process that may not have been reaped, or is another one by now: either keeps the
 * next server from starting. It also guards the data while children of the dead server live, so they are waited for.
 */
async function forgetDeadPostmaster(file: string): Promise<void> {
  if (process.platform !== 'linux' || !existsSync(file)) return
  const [, segment] = readFileSync(file, 'utf8').split('\n')[6]?.trim().split(/\s+/) ?? []
  for (let attempt = 0; segment !== undefined && attachedTo(segment) > 0; attempt++) {
    if (attempt === 600) throw new Error('A killed PostgreSQL server left processes that do not end; nothing was started beside them.')
    await sleep(50)
  }
  rmSync(file, { force: true })
}

/** How many processes hold a shared memory segment; its seventh column. */
function attachedTo(segment: string): number {
  const rows = readFileSync('/proc/sysvipc/shm', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return Number(rows.find((row) => row[1] === segment)?.[6] ?? 0)
}

/** The running server's process number; undefined when it is gone, whatever its pid file says. */
function processOf(place: Place): number | undefined {
  try {
    const pid = Number(readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 0)
    return process.platform === 'linux' && !runsPostgres(pid) ? undefined : pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 0 : undefined
  }
}

/** `12 (postgres) S …`: neither another program under a number given out again, nor one that is dead and not yet reaped. */
function runsPostgres(pid: number): boolean {
  const [, program, state] = /\((.*)\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return program === 'postgres' && state !== 'Z'
}

/** A server found running may still be starting up or recovering from a crash. */
async function answers(admin: EmbeddedServer['admin']): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await withClient(admin, (client) => client.query('select 1'))
      return
    } catch (error) {
      if (attempt === 300) throw error
      await sleep(100)
    }
  }
}

async function othersUseIt(admin: EmbeddedServer['admin']): Promise<boolean> {
  const others = 'select from pg_stat_activity where application_name like $1 and application_name <> $2'
  return withClient(admin, async (client) => ((await client.query(others, ['travesia %', APPLICATION_NAME])).rowCount ?? 0) > 0)
}

async function withClient<T>(config: pg.ClientConfig, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

function makePrivate(folder: string, runAs: RunAs | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
}

const pgCtl = (place: Place, ...args: string[]) => run(place, 'pg_ctl', ['-D', place.cluster, ...args])

async function run(place: Place, program: string, args: string[]): Promise<void> {
  const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  // files as output, not pipes: the server that pg_ctl leaves behind would hold a pipe open for ever
  const child = spawn(join(place.bin, program), args, {
    cwd: place.home,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...place.runAs,
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-4000)
  })
  const code = await new Promise((resolve, reject) => child.on('exit', resolve).on('error', reject))
  child.stderr.destroy()
  if (code !== 0) throw new Error(`${program} failed. See ${join(place.home, 'server.log')}. ${complaint.trim()}`)
}

function triedAgainAtTheNextTick(): void {}

// Runs on whatever Node calls it (20 or newer): installs what the lock file names, and finds the pinned Node.
const { spawn, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const root = path.dirname(__dirname)
const readJson = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))

/** What is missing or differs from package-lock.json; development packages count only for `all`. */
function outdated(scope) {
  let installed
  try {
    installed = readJson('node_modules/.package-lock.json').packages
  } catch {
    return true
  }
  const wanted = readJson('package-lock.json').packages
  return Object.entries(wanted).some(([name, entry]) => {
    if (name === '' || entry.link || (entry.dev && scope !== 'all')) return false
    if (entry.os && !entry.os.includes(process.platform)) return false
    if (entry.cpu && !entry.cpu.includes(process.arch)) return false
    if (!installed[name]) return !entry.optional
    return installed[name].version !== entry.version
  })
}

/** npm prints to standard error, so that `--json` keeps standard output to itself. */
function install(scope) {
  if (!outdated(scope)) return
  console.error('Travesía: installing packages (only on the first run, or after an update)…')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  if (scope !== 'all') args.push('--omit=dev')
  const command = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args]
  const env = { ...process.env, NODE_ENV: '', npm_config_production: '' }
  const { status, error } = spawnSync(command[0], command[1], { cwd: root, env, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  console.error(`Travesía: npm ci failed${error ? ` (${error.message})` : ''}. Is npm on the PATH, and is the registry reachable?`)
  process.exit(1)
}

/** The Node that package.json pins, as npm brought it; this process's own where no build is published for the platform. */
function pinnedNode() {
  const bundled = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (fs.existsSync(bundled)) return bundled
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  console.error(
    `Travesía needs Node 26 or newer; this is ${process.version}, and npm brought none for ${process.platform}-${process.arch}.`,
  )
  process.exit(1)
}

/** Runs `args` on the pinned Node, passes signals on, and ends as it ended. */
function runOnPinnedNode(args) {
  const child = spawn(pinnedNode(), args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH}` },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Travesía: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 128 + (require('node:os').constants.signals[signal] || 0) : code))
  if (process.env.npm_lifecycle_event) stopWithParent(child)
}

/** npm killed outright takes nobody with it: without this, the server would stay on its port. */
function stopWithParent(child) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 500).unref()
}

module.exports = { root, install, runOnPinnedNode }

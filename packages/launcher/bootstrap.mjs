// The first step of every command (`npm start`, `npm test`, `npx oms`, …). It runs on any Node from
// 20 on, before anything is installed, so it may import nothing but Node itself: it installs what
// the lock file says and hands over to Node 24 from node_modules.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const nodeMajorMin = 20
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.install-stamp')
const nodeBinary = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Prints why the command cannot continue, and exits with code 1. */
function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Every file whose content decides what an installation contains. */
function manifestFiles() {
  const folders = ['.', 'tools', 'e2e', 'bench']
  for (const group of ['packages', 'services']) {
    if (!existsSync(join(root, group))) continue
    for (const entry of readdirSync(join(root, group)).sort()) folders.push(join(group, entry))
  }
  // The installation makes a client from each schema.
  const manifests = folders.flatMap((folder) => [join(folder, 'package.json'), join(folder, 'prisma', 'schema.prisma')])
  return ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', ...manifests].filter((file) => existsSync(join(root, file)))
}

/** A fingerprint of what should be installed, and for which kind of machine. */
function installStamp() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of manifestFiles()) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function isInstalled(stamp) {
  return existsSync(nodeBinary) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

// npm hands its own settings down as npm_config_* variables; pnpm would take some of them (prefix,
// user agent, workspace …) for its own. Only what says how to reach the registry is passed on.
const npmSettingsKept = /^npm_config_(registry|cache|userconfig|globalconfig|.*proxy|cafile|ca|strict_ssl|fetch_.*|@.*)$/

/**
 * The environment for installing: without npm's noise, without NODE_ENV (production would leave out
 * half), never asking.
 */
function installEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => name !== 'NODE_ENV' && (!name.startsWith('npm_') || npmSettingsKept.test(name)),
  )
  return { ...Object.fromEntries(kept), CI: 'true', npm_config_update_notifier: 'false' }
}

/** The other programs of this Node installation (npx) and of the project come first on the PATH. */
function pathWith(...folders) {
  return [...folders, process.env.PATH ?? ''].join(delimiter)
}

/**
 * Runs a program to its end with signals passed through; resolves to the exit code (128 + n for a
 * signal, as shells count).
 */
function run(program, args, options) {
  return new Promise((resolve, reject) => {
    const { onOutput, ...spawnOptions } = options
    const child = spawn(program, args, { cwd: root, ...spawnOptions })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput)
    const forward = (signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    const unwatch = stopWithLaunchers(child)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      unwatch()
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

/** The parent of a process; null where that cannot be seen. */
function parentOf(pid) {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

function isNpm(pid) {
  try {
    return /\bp?npm\b/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))
  } catch {
    return true
  }
}

/**
 * The processes from the parent of this one up to the npm that runs it; between them are shells.
 */
function launchers() {
  const chain = [process.ppid]
  for (let pid = chain[0]; chain.length < 6 && !isNpm(pid); chain.push(pid)) pid = parentOf(pid) ?? pid
  return chain
}

// When npm is killed, or passes a signal on to a shell that keeps it, this process gets no signal:
// it notices that one of its launchers has ended, and stops its child.
function stopWithLaunchers(child) {
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined
  const chain = launchers()
  const timer = setInterval(() => {
    const isWhole = chain.every((pid, index) => pid === (index === 0 ? process.ppid : (parentOf(chain[index - 1]) ?? pid)))
    if (isRunByNpm && !isWhole) child.kill('SIGTERM')
  }, 500)
  return () => clearInterval(timer)
}

function pinnedPnpm() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (!/^pnpm@\d/.test(packageManager ?? '')) fail('package.json names no pnpm version in "packageManager".')
  return packageManager.split('+')[0]
}

/**
 * How far pnpm is, on one line of a terminal. The rest of what it and the packages say is of use
 * only when it fails.
 */
function showProgress(text) {
  const [, total, reused, downloaded] = /resolved (\d+), reused (\d+), downloaded (\d+)/.exec(text) ?? []
  if (total !== undefined && process.stderr.isTTY)
    process.stderr.write(`\r\x1b[K${Number(reused) + Number(downloaded)} of ${total} packages`)
}

/**
 * Installs what the lock file says. `isOutdated`: the lock file does not fit the package.json
 * files, which no retry can repair.
 */
async function runPnpmInstall(pnpm) {
  const args = ['--yes', pnpm, 'install', '--frozen-lockfile', '--prod=false', '--config.confirm-modules-purge=false']
  let output = ''
  const code = await run('npx', args, {
    env: { ...installEnvironment(), PATH: pathWith(dirname(process.execPath)) },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    onOutput(chunk) {
      output += chunk
      showProgress(String(chunk))
    },
  })
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  if (code !== 0) process.stderr.write(output)
  const isOutdated = output.includes('ERR_PNPM_OUTDATED_LOCKFILE')
  return { code, isOutdated, isUsable: code === 0 && existsSync(nodeBinary) }
}

/**
 * Installs the dependencies. The leftovers of an interrupted installation are moved away, once,
 * when pnpm cannot repair them.
 */
async function install(stamp) {
  const pnpm = pinnedPnpm()
  const damaged = `${modules}.damaged`
  const isFresh = !existsSync(modules)
  process.stderr.write(`Installing dependencies with ${pnpm}${isFresh ? ' (the first time takes a minute or two)' : ''}\n`)
  rmSync(stampFile, { force: true })
  let result = await runPnpmInstall(pnpm)
  if (!result.isUsable && !result.isOutdated && !isFresh && result.code <= 128) {
    process.stderr.write('The installation in node_modules seems damaged: making it again.\n')
    rmSync(damaged, { recursive: true, force: true })
    renameSync(modules, damaged)
    result = await runPnpmInstall(pnpm)
    if (!result.isUsable) restore(damaged)
  }
  if (result.code > 128) process.exit(result.code)
  if (result.isOutdated)
    fail('pnpm-lock.yaml does not fit the package.json files: run "npx pnpm install" and commit the lock file.')
  if (result.code !== 0) fail(`Installing the dependencies failed (exit code ${result.code}); the reason is above.`)
  if (!result.isUsable) fail(`The installation has no ${nodeBinary}; delete node_modules and try again.`)
  rmSync(damaged, { recursive: true, force: true })
  writeFileSync(stampFile, stamp)
}

function restore(damaged) {
  rmSync(modules, { recursive: true, force: true })
  renameSync(damaged, modules)
}

/**
 * What the checkout was made from, for `/health` and `oms --version`; nothing where there is no
 * Git.
 */
function buildEnvironment() {
  if (!existsSync(join(root, '.git'))) return {}
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%H %cd', '--date=format-local:%Y-%m-%dT%H:%M:%SZ'], {
    cwd: root,
    env: { ...process.env, TZ: 'UTC' },
    encoding: 'utf8',
  })
  if (status !== 0) return {}
  const [OMS_REVISION, OMS_BUILD_DATE] = stdout.trim().split(' ')
  return { OMS_REVISION, OMS_BUILD_DATE }
}

/** The commands whose programs are not in `tools`. */
const programs = {
  oms: join('packages', 'cli', 'src', 'oms.ts'),
  bench: join('bench', 'bench.ts'),
  fuzz: join('e2e', 'fuzz.ts'),
  'verify-histories': join('e2e', 'verify-histories.ts'),
}

function programOf(command) {
  return join(root, programs[command] ?? join('tools', `${command}.ts`))
}

async function main() {
  if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
    fail(`This project needs Node ${nodeMajorMin} or later; this is Node ${process.versions.node}.`)
  }
  const [command, ...args] = process.argv.slice(2)
  if (!command || !/^[a-z][a-z-]*$/.test(command)) fail('Usage: node packages/launcher/bootstrap.mjs <command> [arguments]')
  const program = programOf(command)
  if (!existsSync(program)) fail(`There is no command "${command}" (no file tools/${command}.ts).`)
  const stamp = installStamp()
  if (!isInstalled(stamp)) await install(stamp)
  const code = await run(nodeBinary, ['--conditions=development', program, ...args], {
    env: {
      // Node keeps what it has compiled: every later process of the project starts faster.
      NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
      ...buildEnvironment(),
      ...process.env,
      PATH: pathWith(join(modules, '.bin')),
      OMS_LAUNCHER_PID: String(process.pid),
    },
    stdio: 'inherit',
    // Files that the arguments name are those of the folder in which the command was given.
    cwd: process.cwd(),
  })
  process.exit(code)
}

await main()

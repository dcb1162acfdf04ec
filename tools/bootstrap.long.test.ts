import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

// Replaces npx: notes how it was called and installs a Node, unless it is to fail.
const npx = `#!/bin/sh
echo "$@" >> "$ROOT/calls"
env > "$ROOT/environment"
[ -f "$ROOT/fail" ] && { cat "$ROOT/fail"; exit 1; }
[ -f "$ROOT/node_modules/damaged" ] && exit 1
mkdir -p "$ROOT/node_modules/node/bin" && ln -sf "$NODE" "$ROOT/node_modules/node/bin/node"
`

const command = `
process.on('SIGTERM', () => process.exit(7))
console.log(JSON.stringify({ args: process.argv.slice(2), conditions: process.execArgv }))
if (process.argv[2] === 'wait') setInterval(() => undefined, 1000)
else process.exitCode = Number(process.argv[2] ?? 0)
`

/** A project with nothing installed, and a way to run its commands. */
function project(test: Pick<typeof t, 'testdir'>) {
  const root = test.testdir({
    'package.json': JSON.stringify({ packageManager: 'pnpm@1.2.3' }),
    'pnpm-lock.yaml': 'one',
    tools: { 'echo.ts': command },
    packages: { launcher: {} },
    bin: { npx },
  })
  chmodSync(join(root, 'bin', 'npx'), 0o755)
  const bootstrap = join(root, 'packages', 'launcher', 'bootstrap.mjs')
  copyFileSync(join(import.meta.dirname, '..', 'packages', 'launcher', 'bootstrap.mjs'), bootstrap)
  const environment = {
    PATH: `${join(root, 'bin')}:${process.env.PATH}`,
    ROOT: root,
    NODE: process.execPath,
    NODE_ENV: 'production',
    npm_config_user_agent: 'npm/10',
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_package_name: 'x',
  }
  const args = (...rest: string[]) => [bootstrap, ...rest]
  const run = (...rest: string[]) => spawnSync(process.execPath, args(...rest), { env: environment, encoding: 'utf8' })
  const calls = () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : [])
  return { root, environment, args, run, calls }
}

t.test('given a lock file, when a command runs, then dependencies are installed once and it gets its arguments', async (t) => {
  const { root, run, calls } = project(t)
  const first = run('echo', '3', '--flag')
  t.equal(first.status, 3, 'the exit code is the one of the command')
  t.same(JSON.parse(first.stdout), { args: ['3', '--flag'], conditions: ['--conditions=development'] })
  t.match(calls()[0], /^--yes pnpm@1\.2\.3 install --frozen-lockfile --prod=false/)
  const installed = readFileSync(join(root, 'environment'), 'utf8')
  t.match(installed, /^CI=true$/m)
  t.match(installed, /^npm_config_registry=/m, 'how to reach the registry is passed on')
  t.notMatch(installed, /^(npm_config_user_agent|npm_package_name|NODE_ENV)=/m, 'what npm says about itself is not')

  t.equal(run('echo').status, 0)
  t.equal(calls().length, 1, 'nothing changed, nothing is installed')
  writeFileSync(join(root, 'pnpm-lock.yaml'), 'two')
  t.equal(run('echo').status, 0)
  t.equal(calls().length, 2, 'another lock file is installed')
  rmSync(join(root, 'node_modules', 'node'), { recursive: true })
  t.equal(run('echo').status, 0)
  t.equal(calls().length, 3, 'what is missing is installed')
})

t.test('given a damaged installation, when a command runs, then it is made again', async (t) => {
  const { root, run, calls } = project(t)
  run('echo')
  writeFileSync(join(root, 'node_modules', 'damaged'), '')
  writeFileSync(join(root, 'pnpm-lock.yaml'), 'two')
  const { status, stderr } = run('echo')
  t.equal(status, 0)
  t.match(stderr, /damaged: making it again/)
  t.equal(calls().length, 3)
  t.notOk(existsSync(join(root, 'node_modules.damaged')), 'nothing of the old one is left')
})

t.test('given an installation that fails, when a command runs, then it says why and the old one stays', async (t) => {
  const { root, run } = project(t)
  run('echo')
  writeFileSync(join(root, 'pnpm-lock.yaml'), 'two')
  writeFileSync(join(root, 'fail'), 'no network')
  const offline = run('echo')
  t.equal(offline.status, 1)
  t.match(offline.stderr, /no network.*Installing the dependencies failed/s)
  t.ok(existsSync(join(root, 'node_modules', 'node', 'bin', 'node')))
  writeFileSync(join(root, 'fail'), 'ERR_PNPM_OUTDATED_LOCKFILE')
  t.match(run('echo').stderr, /pnpm-lock\.yaml does not fit/)
})

t.test('given a command that does not exist, when it runs, then it is refused and nothing is installed', async (t) => {
  const { run, calls } = project(t)
  for (const name of ['nothing', '../echo', '']) {
    const { status, stderr } = run(name)
    t.equal(status, 1)
    t.match(stderr, /There is no command|Usage/)
  }
  t.same(calls(), [], 'and installs nothing for it')
})

t.test('given a running command, when a signal comes, then it is passed on and the exit code is its own', async (t) => {
  const { environment, args } = project(t)
  const bootstrap = spawn(process.execPath, args('echo', 'wait'), { env: environment, stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise((resolve) => bootstrap.stdout.once('data', resolve))
  bootstrap.kill('SIGTERM')
  t.equal(await new Promise((resolve) => bootstrap.once('exit', resolve)), 7)
})

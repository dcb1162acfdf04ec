import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

type PlannedTask = { taskId: string; hash: string; inputs: Record<string, string> }
type Manifest = { bin?: unknown; dependencies?: object; devDependencies?: Record<string, string> }

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readManifest = (folder: string): Manifest => JSON.parse(read(join(folder, 'package.json')))

/** What turbo would run, in an environment with these variables as well. */
function plannedTasks(variables: Record<string, string> = {}, ...filters: string[]): PlannedTask[] {
  const turbo = join(root, 'node_modules', '.bin', 'turbo')
  const env = { ...process.env, ...variables }
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: 'pipe', env } as const
  return JSON.parse(execFileSync(turbo, ['run', 'test', '--dry=json', ...filters], options)).tasks
}

/** The files whose change has turbo test a package again, relative to its folder. */
function plannedInputs(): (name: string) => string[] {
  const tasks = plannedTasks()
  return (name) => Object.keys(tasks.find(({ taskId }) => taskId === `${name}#test`)?.inputs ?? {})
}

const services = globSync('services/*', { cwd: root })
const inputsOf = plannedInputs()

t.test('given what the root depends on, when it is one of our packages, then it depends on nothing', async (t) => {
  // turbo counts it, and all that it depends on, for every task.
  const ours = Object.keys(readManifest('.').devDependencies ?? {}).filter((name) => name.startsWith('@open-oms/'))
  t.same(ours, ['@open-oms/launcher'])
  const { bin, dependencies, devDependencies } = readManifest('packages/launcher')
  t.same([bin, dependencies, devDependencies], [{ oms: 'oms.mjs' }, undefined, undefined])
  t.match(read('node_modules/.bin/oms'), 'oms.mjs', 'the command is installed')
})

t.test('given a variable that reaches the tests, when its value differs, then turbo runs them again', async (t) => {
  const taskHash = (variables: Record<string, string>) =>
    plannedTasks(variables, '--filter=@open-oms/money').find(({ taskId }) => taskId === '@open-oms/money#test')?.hash
  const usual = { TZ: 'UTC', LANG: 'C.UTF-8', NODE_OPTIONS: '' }
  const before = taskHash(usual)
  t.match(before, /^[0-9a-f]{16}$/)
  t.equal(taskHash({ ...usual, NO_SUCH_VARIABLE: 'x' }), before)
  for (const changed of [{ TZ: 'Asia/Tokyo' }, { LANG: 'nb_NO.UTF-8' }, { NODE_OPTIONS: '--no-warnings' }])
    t.not(taskHash({ ...usual, ...changed }), before, JSON.stringify(changed))
})

t.test('given the tests of a service, when files outside of it change, then those count that it reads', async (t) => {
  t.equal(services.length, 4)
  for (const service of services) {
    const inputs = inputsOf(`@open-oms/${service.replace('services/', '')}`)
    t.ok(inputs.includes('src/app.ts'), service)
    t.ok(inputs.includes('../../deploy/postgres/roles/service-database.sql'), `${service}: the roles of its database`)
    t.notOk(
      inputs.some((file) => /^\.\.\/\.\.\/(services|packages)\//.test(file)),
      `${service}: packages count by their tasks`,
    )
    const sources = globSync('src/**/*.ts', { cwd: join(root, service) }).map((file) => read(join(service, file)))
    const pages = sources.flatMap((text) => [...text.matchAll(/['/](docs\/[\w/-]+\.md)'/g)].map(([, page]) => `../../${page}`))
    for (const page of pages) t.ok(inputs.includes(page), `${service}: ${page}`)
  }
})

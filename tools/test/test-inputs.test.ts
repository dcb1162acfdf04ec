import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'

type Planned = { taskId: string; inputs: Record<string, string> }
type Plan = { globalCacheInputs: { files: Record<string, string>; hashOfInternalDependencies: string }; tasks: Planned[] }

const root = join(import.meta.dirname, '..', '..')
const turbo = join(root, 'node_modules', '.bin', 'turbo')
const plan: Plan = JSON.parse(
  execFileSync(turbo, ['run', 'test', '--dry=json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
)
const inputsOf = (taskId: string) => Object.keys(plan.tasks.find((task) => task.taskId === taskId)?.inputs ?? {})

t.test('given a change in one package, when tests are planned, then it counts for what depends on it alone', async (t) => {
  t.equal(plan.globalCacheInputs.hashOfInternalDependencies, '', 'what the root depends on counts for every test')
  t.notOk(
    Object.keys(plan.globalCacheInputs.files).some((file) => /^(packages|services|tools|docs|e2e)\//.test(file)),
    'so does what turbo.json names as global',
  )
  for (const service of ['catalog-assets', 'gateway', 'orders-workflow', 'accounting-read']) {
    const inputs = inputsOf(`@oms/${service}#test`)
    t.ok(inputs.includes('src/app.ts'), service)
    t.notOk(
      inputs.some((file) => file.includes('../services/') || file.includes('../packages/')),
      `${service}: other packages count by the tasks that it depends on`,
    )
  }
})

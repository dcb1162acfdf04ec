import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, '..', '.github', 'workflows')

type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
type Workflow = {
  permissions?: Record<string, string>
  jobs: Record<string, { steps: Step[]; permissions?: Record<string, string>; 'timeout-minutes'?: number }>
}

/** The actions that write something of the repository, with what. */
const WRITERS: readonly [string, readonly string[]][] = [
  ['github/codeql-action/analyze', ['security-events']],
  ['actions/deploy-pages', ['pages', 'id-token']],
]

const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

t.test('given the workflows, when their actions are read, then each is one commit, with the version that it is', async (t) => {
  for (const { name, text } of files) {
    const uses = text.match(/uses: .*/g) ?? []
    t.ok(uses.length, name)
    for (const line of uses) t.match(line, /^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, `${name}: ${line}`)
  }
})

t.test('given the workflows, when their jobs are read, then none may more than it needs, nor run without end', async (t) => {
  for (const { name, text } of files) {
    const { permissions, jobs }: Workflow = parse(text)
    t.ok(permissions !== undefined && Object.values(permissions).every((right) => right === 'read'), `${name} reads at most`)
    for (const [job, { steps, permissions: own = {}, 'timeout-minutes': minutes }] of Object.entries(jobs)) {
      const what = `${name}, ${job}`
      const written = Object.entries(own).filter(([, right]) => right === 'write')
      const needed = WRITERS.find(([action]) => steps.some(({ uses }) => uses?.startsWith(`${action}@`)))?.[1] ?? []
      t.same(
        written.map(([scope]) => scope),
        needed,
        `${what}: what is written`,
      )
      t.ok(minutes, `${what}: its limit`)
      for (const { uses, run, with: inputs } of steps) {
        if (uses?.startsWith('actions/checkout@')) t.equal(inputs?.['persist-credentials'], false, `${what}: no token is left`)
        t.notMatch(run ?? '', /\$\{\{/, `${what}: nothing of an event becomes a command`)
      }
    }
  }
})

import { spawnSync } from 'node:child_process'
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

/** What the jobs that publish may write. */
const publishing: Record<string, readonly string[]> = {
  'docs.yml, publish': ['pages', 'id-token'],
  'release.yml, images': ['packages', 'id-token'],
  'release.yml, publish': ['contents', 'packages', 'id-token'],
}

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
      const analyses = steps.some(({ uses }) => uses?.startsWith('github/codeql-action/analyze@'))
      const expected = publishing[what] ?? (analyses ? ['security-events'] : [])
      t.same(
        written,
        expected.map((right) => [right, 'write']),
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

t.test('given the release, when it is read, then it has every image of the services and begins by tags alone', async (t) => {
  const workflow = parse(readFileSync(join(folder, 'release.yml'), 'utf8'))
  t.same(workflow.on, { push: { tags: ['v*'] } })
  const images: { image: string; option: string }[] = workflow.jobs.images.strategy.matrix.include
  const services = readdirSync(join(folder, '..', '..', 'services'))
  t.same(
    images.map(({ image }) => image).sort(),
    ['open-oms', 'open-oms-demo', ...services.map((name) => `open-oms-${name}`)].sort(),
  )
  const [, listed = ''] = /for image in (.*); do/.exec(workflow.jobs.publish.steps.at(-1).run) ?? []
  t.same(listed.split(' ').sort(), images.map(({ image }) => image).sort())
  t.same([workflow.jobs.images.needs, workflow.jobs.publish.needs], ['check', 'images'])
})

t.test('given the release, when its commands are read by bash, then they are whole', async (t) => {
  const { jobs }: Workflow = parse(readFileSync(join(folder, 'release.yml'), 'utf8'))
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => (run === undefined ? [] : [run])))
  t.ok(commands.length > 5)
  for (const command of commands) t.equal(spawnSync('bash', ['-n'], { input: command }).status, 0, command)
  t.not(spawnSync('bash', ['-n'], { input: 'for x in' }).status, 0, 'the check can fail')
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@open-oms/system/root'
import t from 'tap'
import { findWalkProblems, parseWalks } from './walks.ts'

const page = readFileSync(join(root, 'docs/explanation/architecture.md'), 'utf8')
const readTextIfPresent = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null)
const walks = parseWalks(page)

t.test('given the architecture page, when its walks are read, then there are six with all their rows', async (t) => {
  t.equal(walks.size, 6)
  const section = page.slice(page.indexOf('## Walks'), page.indexOf('## Guarantees'))
  const rows = section.match(/^\| \d.*$/gm) ?? []
  t.equal([...walks.values()].flat().length, rows.length, 'no row has another form')
  for (const steps of walks.values()) t.ok(steps.length > 10)
})

for (const [heading, steps] of walks)
  t.test(
    `given the walk "${heading}", when its functions are followed, then each row calls the next ones in order`,
    async (t) => {
      t.same(findWalkProblems(steps, readTextIfPresent), [])
    },
  )

/** The most files of a walk of a command. A status may have to wait for a run, and begins one. */
const filesMax: Record<string, number> = {
  'createOrder from route to commit': 10,
  'UpdateStatus from route to commit': 12,
  'PatchOrder from route to commit': 10,
}

for (const [heading, max] of Object.entries(filesMax))
  t.test(
    `given the walk "${heading}", when its rows are counted, then they are few, and the page has their number`,
    async (t) => {
      const steps = walks.get(heading) ?? []
      const files = new Set(steps.map(({ path }) => path))
      const text = page.slice(page.indexOf(`### ${heading}`)).replaceAll('\n', ' ')
      const [, functionCount, fileCount] =
        /From the route to the commit these are (\d+) functions in (\d+) files/.exec(text) ?? []
      t.same([Number(functionCount), Number(fileCount)], [steps.length, files.size])
      t.ok(steps.length <= 20)
      t.ok(files.size <= max)
    },
  )

const sources: Record<string, string> = {
  'modules/x/routes.ts': 'register(app, (request) => respond(request))',
  'modules/x/command.ts': `
    export async function respond(request: Request) {
      const command = readRequest(request)
      return inTransaction({ work: async (tx) => write(tx, command) }, done)
    }
    function other(tx: Transaction) {
      return save(tx)
    }
    // Between: save(tx)
    async function write(tx: Transaction, command: Command) {
      check(command)
      await tx.send(/* notify() */ command)
      const { order = fallback() } = command
      return changed(order as Order)
    }
    const readRequest = ({ body }: Request) => body
    const inTransaction = (work: Work, done: () => void) => work.run(tx)
    function done() {}
    function check(command: Command) {}
    function changed(order: Order) {}
    function fallback() {}
    function notify() {}
    function save(tx: Transaction) {}`,
}
const walk = (...rows: readonly string[]) =>
  rows.map((row, index) => {
    const [caller = '', name = ''] = row.split(' ')
    return { number: index + 1, caller, path: 'modules/x/command.ts', name }
  })
const findRowProblems = (...rows: readonly string[]) => findWalkProblems(walk(...rows), (path) => sources[path] ?? null)

t.test('given a true walk, when it is followed, then nothing is found', async (t) => {
  t.same(
    findRowProblems(
      'route respond',
      '1 readRequest',
      '1 done',
      '1 inTransaction',
      '1 write',
      '5 check',
      '5 fallback',
      '5 changed',
    ),
    [],
    'a function that is passed to a call is entered after it, and its arguments before it',
  )
})

t.test('given two rows of one caller, when they are swapped, then it is found', async (t) => {
  t.same(findRowProblems('route respond', '1 write', '2 changed', '2 check'), [
    'row 4: write reaches check before the row above it that it calls',
  ])
  t.same(findRowProblems('route respond', '1 write', '1 inTransaction'), [
    'row 3: respond reaches inTransaction before the row above it that it calls',
  ])
})

t.test('given a call that is only in a comment, when the walk is followed, then it is found', async (t) => {
  t.same(findRowProblems('route respond', '1 write', '2 notify'), ['row 3: write does not call notify'])
})

t.test('given another function of the file as caller, when the walk is followed, then it is found', async (t) => {
  t.same(findRowProblems('route respond', '1 write', '2 save'), ['row 3: write does not call save'])
  t.same(findRowProblems('route respond', '1 check', '2 write'), [
    'row 2: respond does not call check',
    'row 3: check does not call write',
  ])
})

t.test('given a name that is no function, not used, or numbered wrongly, when followed, then it is found', async (t) => {
  t.same(findRowProblems('route respond', '1 command'), ['row 2: modules/x/command.ts declares no function command'])
  t.same(findRowProblems('route write'), ['row 1: nothing outside the walk uses write'], 'only the table of routes counts')
  t.same(findRowProblems('2 write', 'route respond'), ['row 1: its caller, row 2, comes after it'])
  const [first, second] = walk('route respond', '1 write')
  t.same(
    findWalkProblems(
      [second, first].flatMap((step) => step ?? []),
      (path) => sources[path] ?? null,
    ),
    ['row 2 is the 1. of its walk', 'row 1 is the 2. of its walk'],
  )
})

t.test('given the walk of UpdateStatus, when a fault is planted in it, then each is found', async (t) => {
  const steps = walks.get('UpdateStatus from route to commit') ?? []
  const named = (name: string) => steps.findIndex((step) => step.name === name)
  const swapped = steps.map((step, index) => {
    const [one, two] = [named('requireAccess'), named('followStock')]
    const other = index === one ? two : one
    return [one, two].includes(index) ? { ...(steps[other] as (typeof steps)[number]), number: index + 1 } : step
  })
  t.equal(findWalkProblems(swapped, readTextIfPresent).length, 1, 'two rows are swapped')

  const path = 'services/orders-workflow/src/modules/workflow/transition-order.ts'
  const withoutCall = readTextIfPresent(path)?.replace(/= await takeFirstSteps\(.*\)/, '= reached // takeFirstSteps(tx)') ?? null
  t.not(withoutCall, readTextIfPresent(path))
  t.equal(
    findWalkProblems(steps, (file) => (file === path ? withoutCall : readTextIfPresent(file))).length,
    1,
    'a call is left out',
  )

  const byOther = steps.map((step) => (step.name === 'enter' ? { ...step, caller: String(named('transitionOrder') + 1) } : step))
  t.equal(findWalkProblems(byOther, readTextIfPresent).length, 1, 'the caller is another function of the same file')
})

import t from 'tap'
import type { Row } from '../reading/read-rows.ts'
import { type Batch, runBatches, splitIntoBatches } from './run-batches.ts'

async function* generateRows(count: number, size = 10): AsyncGenerator<Row> {
  for (let line = 1; line <= count; line++) yield { line, text: 'x'.repeat(size), key: `${line}`, item: {}, problems: [] }
}

type Run = { rows?: number; done?: number[]; stopAfter?: number; failAt?: number }

/** Works through rows in batches of ten, three at a time. */
async function run({ rows = 95, done = [], stopAfter = Number.POSITIVE_INFINITY, failAt = -1 }: Run) {
  const worked: number[] = []
  let underWay = 0
  let most = 0
  const work = async ({ index }: Batch) => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay--
    if (index === failAt) throw new Error('no connection')
    worked.push(index)
  }
  const ended = runBatches(splitIntoBatches(generateRows(rows), 10), {
    done: new Set(done),
    work,
    isStopped: () => worked.length >= stopAfter,
    concurrency: 3,
  })
  const outcome = await ended.catch((error: Error) => error.message)
  return { outcome, worked: worked.toSorted((one, other) => one - other), most, underWay }
}

t.test(
  'given rows, when they are cut into batches, then each file has the same ones, and large rows make smaller ones',
  async (t) => {
    const sizes = async (rows: AsyncIterable<Row>) => {
      const found: number[] = []
      for await (const batch of splitIntoBatches(rows, 10)) found.push(batch.rows.length)
      return found
    }
    t.same(await sizes(generateRows(25)), [10, 10, 5])
    t.same(await sizes(generateRows(4, 4 * 1024 * 1024)), [1, 1, 1, 1])
    t.same(await sizes(generateRows(0)), [])
  },
)

t.test('given batches, when they are worked through, then some at a time and each once', async (t) => {
  const { outcome, worked, most } = await run({})
  t.equal(outcome, true)
  t.same(worked, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  t.equal(most, 3)
})

t.test(
  'given batches of which some were done before a reload, when the work goes on, then only the others are sent',
  async (t) => {
    const { outcome, worked } = await run({ done: [0, 1, 4, 9] })
    t.equal(outcome, true)
    t.same(worked, [2, 3, 5, 6, 7, 8])
    t.same(await run({ done: [...Array(10).keys()] }), { outcome: true, worked: [], most: 0, underWay: 0 })
  },
)

t.test('given a stop, when batches are under way, then they end, no other begins, and the import is not complete', async (t) => {
  const { outcome, worked, underWay } = await run({ stopAfter: 2 })
  t.equal(outcome, false)
  t.ok(worked.length >= 2 && worked.length < 10, `${worked.length} batches`)
  t.equal(underWay, 0)
})

t.test('given a batch that fails, when others are under way, then they end before the failure is raised', async (t) => {
  const { outcome, worked, underWay } = await run({ failAt: 1 })
  t.equal(outcome, 'no connection')
  t.same(worked.slice(0, 2), [0, 2])
  t.ok(worked.length < 9)
  t.equal(underWay, 0)
})

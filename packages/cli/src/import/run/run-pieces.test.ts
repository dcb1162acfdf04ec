import { appendFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadItem } from '@open-oms/import/reading/read-item'
import { collectItems } from '@open-oms/import/testing/pieces'
import t from 'tap'
import { ApiFailure } from '../../api/api-failure.ts'
import { CommandFailure } from '../../command-failure.ts'
import { exitCodes } from '../../exit-codes.ts'
import { type Api, sendLeavingOut } from '../resources/api.ts'
import { stock } from '../resources/stock.ts'
import { acceptedItems, type RefusedItem } from './accepted-items.ts'
import { splitIntoBatches } from './batches.ts'
import { inParallel } from './in-parallel.ts'
import { openJournal } from './journal.ts'
import { patiently } from './send-patiently.ts'

const folder = () => mkdtemp(join(tmpdir(), 'oms-import-'))
const identity = { resource: 'orders', file: 'f', reading: 'r', target: 't' }
const batch = (number: number) => ({ batch: number, created: 1, updated: 0, existing: 0, failed: 0, refusals: [] })

t.test(
  'given a journal that a kill cut off, when it is opened again, then whole entries count and the run is the same',
  async (t) => {
    const path = join(await folder(), 'journal.ndjson')
    const first = await openJournal(path, identity)
    t.equal(first.isResumed, false)
    await first.recordChecked({ items: 3, refused: 0 })
    await first.recordSent(batch(0))
    await first.close()
    await appendFile(path, '{"kind":"sent","batch":1,"crea')
    const second = await openJournal(path, identity)
    t.match(second, { isResumed: true, runId: first.runId, checked: { items: 3, refused: 0 } })
    t.same([...second.sent.keys()], [0])
    await second.recordSent(batch(1))
    await second.close()
    const third = await openJournal(path, identity)
    t.same([...third.sent.keys()], [0, 1], 'what follows a torn entry is not lost')
    await third.recordEnd()
    await third.close()
    const fourth = await openJournal(path, identity)
    t.equal(fourth.isResumed, false)
    t.not(fourth.runId, first.runId, 'an import that is over begins again, with keys of its own')
    await fourth.close()
  },
)

t.test('given the journal of another import, when it is opened, then it is refused unless it is to begin again', async (t) => {
  const path = join(await folder(), 'journal.ndjson')
  await (await openJournal(path, { ...identity, file: 'with a fault' })).close()
  const first = await openJournal(path, identity)
  t.equal(first.isResumed, false, 'of one that was only checked nothing is under way')
  await first.recordChecked({ items: 1, refused: 0 })
  await first.close()
  for (const name of Object.keys(identity))
    await t.rejects(openJournal(path, { ...identity, [name]: 'other' }), { message: /--restart/ }, name)
  const again = await openJournal(path, { ...identity, file: 'other' }, { restarts: true })
  t.equal(again.isResumed, false)
  await again.close()
})

const level = (line: number, item: Record<string, unknown>): ReadItem => ({
  line,
  key: `${item.skuId} · ${item.warehouseCode}`,
  item,
  problems: [],
  origin: { line },
  rows: { count: 1, totals: [] },
  text: '',
})
async function* levels() {
  yield level(2, { skuId: 'A', warehouseCode: 'W', quantity: 1 })
  yield level(3, { skuId: 'B', warehouseCode: 'W', quantity: -1 })
  yield level(4, { skuId: 'C', warehouseCode: 'W' })
  yield level(5, { skuId: 'A', warehouseCode: 'V', quantity: 2 })
  yield level(6, { skuId: 'D', warehouseCode: 'W', lowStockAt: -2 })
  yield level(7, { skuId: 'E', warehouseCode: 'W', lowStockAt: 2 })
}

t.test(
  'given levels below zero or of nothing, when items are looked through, then they are refused, and the others are sent',
  async (t) => {
    const refused: RefusedItem[] = []
    const accepted = await collectItems(acceptedItems(levels(), stock, async (one) => void refused.push(one)))
    t.same(
      accepted.map(({ line, key }) => [line, key]),
      [
        [2, 'A · W'],
        [5, 'A · V'],
        [7, 'E · W'],
      ],
    )
    t.match(refused, [
      { line: 3, problems: [{ path: 'quantity', reason: /must not be negative/ }] },
      { line: 4, problems: [{ path: 'quantity', reason: /must be there, or lowStockAt/ }] },
      { line: 6, problems: [{ path: 'lowStockAt', reason: /must not be negative/ }] },
    ])
  },
)

t.test('given small and large items, when they are made into batches, then no batch is too long or too large', async (t) => {
  async function* items() {
    for (let line = 1; line <= 7; line++)
      yield {
        line,
        key: String(line),
        origin: { line },
        rows: { count: 1, totals: [] },
        item: { text: 'x'.repeat(line === 4 ? 5_000_000 : line === 5 ? 3_000_000 : 1) },
      }
  }
  const batches = await collectItems(splitIntoBatches(items(), 3))
  t.same(
    batches.map(({ index, items }) => [index, items.map(({ line }) => line)]),
    [
      [0, [1, 2, 3]],
      [1, [4]],
      [2, [5, 6, 7]],
    ],
  )
})

t.test(
  'given slow work, when it is done in parallel, then no more than allowed is under way and an error ends the reading',
  async (t) => {
    let read = 0
    async function* numbers() {
      for (;;) yield ++read
    }
    let running = 0
    let most = 0
    const work = async (number: number) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      if (number === 10) throw new Error('ten')
    }
    await t.rejects(inParallel(numbers(), 3, work), { message: 'ten' })
    t.equal(most, 3)
    t.ok(read < 20, `${read} were read`)
  },
)

const failing = (failures: unknown[]): Api & { calls: number } => {
  const api = {
    calls: 0,
    call: async () => {
      api.calls++
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      return 'done'
    },
  }
  return api as never
}
const route = {} as never
const refusal = (status: number, error: string, errors: Record<string, string[]> = {}) =>
  new ApiFailure(status, { message: error, error, errors })
const away = new CommandFailure('away', { exitCode: exitCodes.Unreachable })

t.test(
  'given an unreachable or busy system, when a request is sent, then it is retried until the time is over; refusals are not',
  async (t) => {
    let now = 0
    const sleep = async (ms: number) => {
      now += ms
    }
    const notes: string[] = []
    const patience = { giveUpAfterMs: 60_000, now: () => now, sleep, note: (text: string) => void notes.push(text) }
    const passing = failing([away, refusal(503, 'Unavailable'), refusal(429, 'RateLimited'), refusal(409, 'IdempotencyInFlight')])
    t.equal(await patiently(passing, patience).call(route), 'done')
    t.equal(passing.calls, 5)
    t.equal(notes.length, 4)
    t.match(notes[0], /^away It is tried again until \d\d:01:00\.$/)
    t.match(notes[3], /interrupted import had begun, until \d\d:01:00 at the latest/, 'no longer than it is patient')
    notes.length = 0
    await patiently(failing([away, away]), { ...patience, giveUpAfterMs: 600_000 }).call(route)
    t.equal(notes.length, 1, 'once for each reason')
    now = 0
    const refused = failing([refusal(400, 'ValidationFailed')])
    await t.rejects(patiently(refused, patience).call(route), { code: 'ValidationFailed' })
    t.equal(refused.calls, 1)
    await t.rejects(patiently(failing(Array.from({ length: 1_000 }, () => away)), patience).call(route), away)
    t.ok(now < 70_000, 'it gives up')
  },
)

t.test(
  'given refused rows, when a list is sent, then the rest is sent again without them, and their positions are those of the list',
  async (t) => {
    const sent: string[][] = []
    const { positions, refusals } = await sendLeavingOut(['a', 'b', 'c', 'd'], async (items) => {
      sent.push([...items])
      if (sent.length === 1) throw refusal(403, 'Forbidden', { '[1]': ['no store'] })
      if (sent.length === 2) throw refusal(400, 'ValidationFailed', { '[2].x.y[0]': ['bad'] })
    })
    t.same(sent, [
      ['a', 'b', 'c', 'd'],
      ['a', 'c', 'd'],
      ['a', 'c'],
    ])
    t.same(positions, [0, 2])
    t.same(refusals, [
      { index: 1, path: '', reason: 'no store' },
      { index: 3, path: 'x.y[0]', reason: 'bad' },
    ])
    await t.rejects(
      sendLeavingOut(['a'], () => Promise.reject(refusal(500, 'InternalError'))),
      { code: 'InternalError' },
    )
  },
)

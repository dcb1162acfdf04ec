import { readFileSync } from 'node:fs'
import { modelText } from '@open-oms/contracts/model/model-text'
import { Order } from '@open-oms/contracts/orders/order'
import { serviceSession } from '@open-oms/system/service-session'
import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import type { Figure } from './figures.ts'
import { nextOrderId, sampleOrder, samplePayment } from './samples/sample-order.ts'
import { send } from './session.ts'

const TICK_MICROSECONDS = 10_000

const form = modelText(Order)

/** What is done with a text that is stored, in a form: `whole`, or without empty fields. */
type Form = { store(order: Order): string; serve(stored: string): string; load(stored: string): Order }
const whole: Form = { store: JSON.stringify, serve: (stored) => stored, load: JSON.parse }
const sparse: Form = {
  store: form.sparse,
  serve: form.whole,
  load: (stored) => form.completed(JSON.parse(stored)),
}

type DocumentTimings = Record<'store' | 'serve' | 'load' | 'insert' | 'select' | 'ahead' | 'size', number>

const names: Record<keyof DocumentTimings, readonly [string, string]> = {
  store: ['made of an order, main thread', 'µs'],
  serve: ['served whole from what is stored, main thread', 'µs'],
  load: ['read to be changed, main thread', 'µs'],
  insert: ['inserted, PostgreSQL', 'µs'],
  select: ['selected, PostgreSQL', 'µs'],
  ahead: ['written ahead', 'bytes'],
  size: ['kept', 'bytes'],
}

/**
 * What an order costs that is stored without its empty fields; the baseline is the same stored
 * whole. Processor time, so that other programs do not count.
 */
export async function documents(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'orders-workflow')
  const id = nextOrderId()
  const text = await send(session, 'POST', '/api/Orders', sampleOrder(id, { payments: [samplePayment(id)] }))
  const small = JSON.parse(text) as Order
  const client = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await client.connect()
  try {
    await client.query('create table bench_document (document json)')
    const figures: Figure[] = []
    for (const [name, order, times] of [
      ['order of two lines', small, 2_000],
      ['order of 1,000 lines', withLines(small, 1_000), 40],
    ] as const) {
      const of = (form: Form) => measured(form, order, { client, times })
      const [baseline, product] = [await of(whole), await of(sparse)]
      for (const [key, [what, unit]] of Object.entries(names))
        figures.push({ name: `${name}, ${what}`, baseline: baseline[key as never], product: product[key as never], unit })
    }
    return figures
  } finally {
    await client.query('drop table if exists bench_document')
    await client.end()
  }
}

function withLines(order: Order, count: number): Order {
  const lineItems = Array.from({ length: count }, (_, index) => ({
    ...(order.orderForm.lineItems[index % 2] as Order['orderForm']['lineItems'][number]),
    lineItemId: String(index + 1),
  }))
  return { ...order, orderForm: { ...order.orderForm, lineItems } }
}

type Effort = { client: pg.Client; times: number }

async function measured({ store, serve, load }: Form, order: Order, { client, times }: Effort): Promise<DocumentTimings> {
  const stored = store(order)
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const server = { pid: Number(rows[0].pid), times }
  await client.query('truncate bench_document')
  const lsn = async () => Number((await client.query(`select pg_current_wal_insert_lsn() - '0/0' as at`)).rows[0].at)
  const from = await lsn()
  await client.query('begin')
  const insert = await serverTime(server, () => client.query('insert into bench_document values ($1::json)', [stored]))
  await client.query('commit')
  const ahead = ((await lsn()) - from) / times
  const select = await serverTime(server, () => client.query('select document from bench_document limit 1'))
  const size = Number((await client.query(`select pg_total_relation_size('bench_document') as size`)).rows[0].size) / times
  return {
    store: ownTime(times, () => Buffer.from(store(order))),
    serve: ownTime(times, () => Buffer.from(serve(stored))),
    load: ownTime(times, () => load(stored)),
    insert,
    select,
    ahead,
    size,
  }
}

/** Processor time of a call in microseconds; the first round compiles. */
function ownTime(times: number, work: () => unknown): number {
  for (let count = 0; count < times; count++) work()
  const before = process.threadCpuUsage()
  for (let count = 0; count < times; count++) work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / times
}

/** Processor time of a server process in microseconds for each statement. */
async function serverTime({ pid, times }: { pid: number; times: number }, work: () => Promise<unknown>): Promise<number> {
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(fields[11]) + Number(fields[12])
  }
  const before = ticks()
  for (let count = 0; count < times; count++) await work()
  return ((ticks() - before) * TICK_MICROSECONDS) / times
}

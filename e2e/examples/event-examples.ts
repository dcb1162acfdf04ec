import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { erpEvents } from '@open-oms/contracts/accounting/erp-events'
import { accountingEvents } from '@open-oms/contracts/accounting/events'
import type { PostingSource } from '@open-oms/contracts/accounting/posting'
import { catalogEvents } from '@open-oms/contracts/catalog/events'
import { type EventEnvelope, type StreamName, streams } from '@open-oms/contracts/event'
import type { RecordedEvent } from '@open-oms/contracts/events/recorded-events'
import { orderEvents } from '@open-oms/contracts/orders/events'
import { connectNats, type Nats } from '@open-oms/service-kit/events/connect-nats'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { omsProgram } from '@open-oms/system/run-program'
import { eventually, type SystemUnderTest } from '../system-under-test.ts'
import type { Examples } from './example-recorder.ts'
import { order, payment } from './the-world.ts'

type UnderTest = Pick<SystemUnderTest, 'system' | 'dataDir'>

const types = [...orderEvents, ...catalogEvents, ...accountingEvents, ...erpEvents].map(({ type }) => type)

/**
 * One event of each type that the catalogue has, as the streams have them after all examples, with
 * stable ids and times.
 */
export async function eventExamples(examples: Examples, under: UnderTest): Promise<RecordedEvent[]> {
  const nats = await connectNats({
    ...{ url: under.system.natsUrls.operator, log: createLogger({ service: 'e2e', level: 'silent' }) },
    inboxPrefix: '_INBOX_operator',
    streams: [],
  })
  try {
    await causeOtherEvents(examples, nats, under)
    const published = await eventually(
      () => publishedEvents(nats),
      (events) => types.every((type) => events.some((event) => event.type === type)),
    )
    return types.map((type) => examples.stable(findExample(type, published)) as RecordedEvent)
  } finally {
    await nats.close()
  }
}

/**
 * Of the order K-1 where it has one: what happens to other orders at the same time may come in
 * another order.
 */
function findExample(type: string, events: readonly EventEnvelope[]): EventEnvelope | undefined {
  const own = events.filter((event) => event.type === type)
  return own.find(({ subject }) => subject === 'K-1') ?? own[0]
}

/**
 * What no other example causes: an order that is purged, and postings that are replaced, exported,
 * reconciled and rejected.
 */
async function causeOtherEvents({ call }: Examples, nats: Nats, under: UnderTest): Promise<void> {
  await call('createOrder', { body: order('K-8'), isKept: false })
  await call('deleteOrder', { path: { orderId: 'K-8' }, query: { deletePermanently: true }, isKept: false })
  for (const id of ['K-9', 'K-10']) {
    const payments = [payment(250, `sale-${id}`, { transactionType: 'Sale' })]
    await call('createOrder', { body: order(id, { payments }), isKept: false })
    await buildToday(under)
  }
  const { result } = await call('searchPostings', { body: { status: 'Posted' }, isKept: false })
  const findPostingId = (source: PostingSource): string =>
    result.find((posting: { source: string }) => posting.source === source).id
  const postingId = findPostingId('WebFulfillment')
  const voucher = { externalReference: 'V-1001', exportedAt: new Date().toISOString() }
  await report(nats, 'erp.posting.exported.v1', { postingId, ...voucher })
  await report(nats, 'erp.posting.reconciled.v1', { postingId })
  await report(nats, 'erp.posting.rejected.v1', { postingId: findPostingId('PosZReport'), reason: 'The period is closed.' })
}

/** Publishes what an ERP connector says of a posting. */
async function report({ jetstream }: Nats, type: string, data: object): Promise<void> {
  await jetstream.publish(type, JSON.stringify({ specversion: '1.0', id: randomUUID(), source: '/my-erp', type, data }))
}

async function buildToday({ dataDir }: UnderTest): Promise<void> {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo' }).format(new Date())
  const args = ['--conditions=development', omsProgram, 'accounting', 'build', '--date', date]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, OMS_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The build of ${date} ended with ${code}.`)
}

/** All events of all streams, those of a stream in its order. */
async function publishedEvents({ manager }: Nats): Promise<EventEnvelope[]> {
  const events: EventEnvelope[] = []
  for (const stream of Object.keys(streams) as StreamName[]) {
    const { state } = await manager.streams.info(stream)
    for (let seq = state.first_seq; seq <= state.last_seq; seq++)
      events.push((await manager.streams.getMessage(stream, { seq })).json<EventEnvelope>())
  }
  return events
}

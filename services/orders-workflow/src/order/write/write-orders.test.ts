// Shared process: it measures processor time.
import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { joinTransaction } from '@open-oms/service-kit/database/transaction'
import { longestTurn } from '@open-oms/service-kit/testing/longest-turn'
import t from 'tap'
import { insertDirectly, simpleOrder, writer } from '../../testing/orders/direct-writes.ts'
import { searchTableFaults } from '../../testing/orders/search-tables.ts'
import { orderBody, outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'
import type { WorkflowRun } from '../rules/status/workflow-run.ts'
import type { Change, Intent } from './intent.ts'
import type { WriteDeps } from './write-context.ts'
import { writeOrders } from './write-orders.ts'

const test = await testOrders(t)
const { deps, database } = test

const plain = (order: Order): Change => ({ order })
type CommitHooks = Pick<Change, 'afterCommit'>
const creates = (id: string, fields = {}, following: CommitHooks = {}): Intent => ({
  orderId: id,
  kind: 'edit',
  create: () => ({ ...following, order: simpleOrder(id, fields) }),
})
const renames = (id: string, customerName: string, following: CommitHooks = {}): Intent => ({
  orderId: id,
  kind: 'edit',
  change: (order) => ({ ...following, order: { ...order, customerName } }),
})
const batch = (rows: readonly Intent[]) => writeOrders({ deps, write: writer }, rows)
const listVersions = (id: string) =>
  database.query({
    text: 'select version_number, operation, changed_fields from order_version where order_id = $1 order by 1',
    values: [id],
  })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const existing = (id: string, fields = {}) => insertDirectly(deps, simpleOrder(id, fields))

t.test('given rows of all kinds, when a batch is written, then each has its result, version, event and change', async (t) => {
  for (const id of ['b-change', 'b-same', 'b-skip']) await existing(id)
  const committed: string[] = []
  const rows: Intent[] = [
    creates('b-new', {}, { afterCommit: ({ order }) => void committed.push(order.id) }),
    renames('b-change', 'Kari', { afterCommit: ({ versionNumber }) => void committed.push(`b-change ${versionNumber}`) }),
    { orderId: 'b-same', kind: 'edit', change: (order) => plain({ ...order }) },
    creates('b-skip', {}, { afterCommit: () => void committed.push('never') }),
  ]
  const results = await batch(rows)
  t.same(
    results.map(({ orderId, status }) => [orderId, status]),
    [
      ['b-new', 'created'],
      ['b-change', 'updated'],
      ['b-same', 'unchanged'],
      ['b-skip', 'skipped'],
    ],
  )
  t.same(committed, ['b-new', 'b-change 2'])
  t.same(
    results.map(({ saved }) => saved?.versionNumber),
    [1, 2, 1, undefined],
  )
  t.same(await read('b-change'), results[1]?.saved?.order)
  t.equal((await read('b-new')).total, 200, 'totals are calculated')
  t.match(await listVersions('b-change'), [
    { version_number: 1 },
    { version_number: 2, operation: 'Test', changed_fields: ['customerName'] },
  ])
  t.equal((await listVersions('b-same')).length, 1)
  t.match(
    (await outboxEnvelopes(test, 'b-change')).map(({ type, sequence }) => [type, sequence]),
    [
      ['orders.order.created.v1', 1],
      ['orders.order.updated.v1', 2],
    ],
  )
  const changes = await database.query({
    text: `select order_id, kind from order_change_pending where order_id like 'b-%' order by id`,
  })
  t.match(changes.slice(3), [
    { order_id: 'b-new', kind: 'created' },
    { order_id: 'b-change', kind: 'updated' },
  ])
})

t.test('given a batch of 300 orders, when it is written, then the number of statements does not grow with it', async (t) => {
  let statements = 0
  const counting: WriteDeps = {
    ...deps,
    inTransaction: (work) =>
      deps.inTransaction((tx) =>
        work({
          ...joinTransaction(tx),
          query: (statement) => {
            statements++
            return tx.query(statement)
          },
        }),
      ),
  }
  const ids = Array.from({ length: 300 }, (_, index) => `many-${index}`)
  const name = (id: string) => `Ås 😀 "\\ ${'ø'.repeat(id.length)} ${id}`
  const created = await writeOrders(
    { deps: counting, write: writer },
    ids.map((id) => creates(id, { customerName: name(id) })),
  )
  const afterCreation = statements
  const updated = await writeOrders(
    { deps: counting, write: writer },
    ids.map((id) => renames(id, `${name(id)}!`)),
  )
  t.ok(created.every(({ status }) => status === 'created') && updated.every(({ status }) => status === 'updated'))
  t.ok(statements <= 10 && afterCreation <= 5, `${statements} statements`)
  const rows = await database.query<{ id: string; document: string; version: string }>({
    text: `select o.id, o.document, v.document as version from "order" o join order_version_content v on v.order_id = o.id and v.version_number = 2
      where o.id like 'many-%'`,
  })
  t.equal(rows.length, ids.length)
  t.ok(rows.every(({ id, document }) => JSON.parse(document).customerName === `${name(id)}!` && JSON.parse(document).id === id))
  t.ok(rows.every(({ document, version }) => document === version))
})

t.test('given a row that fails, when a batch is written, then it is named and nothing is written', async (t) => {
  await existing('f-1')
  const failing: Intent = {
    orderId: 'f-3',
    kind: 'edit',
    create: () => {
      throw new DomainError('ValidationFailed', 'x', { errors: { 'orderForm.lineItems[0]': ['bad'], '': ['all'] } })
    },
  }
  await t.rejects(batch([renames('f-1', 'Changed'), creates('f-2'), failing]), {
    code: 'ValidationFailed',
    index: 2,
    failure: { details: { errors: { 'orderForm.lineItems[0]': ['bad'] } } },
  })
  t.equal((await read('f-1')).customerName, null)
  t.equal((await test.send({ url: '/api/Orders/f-2' })).status, 404)
  const scoped = {
    ...writer,
    requireScope(storeId: string | null) {
      if (storeId !== 'Oslo-01') throw new DomainError('Forbidden', 'no')
    },
  }
  const ofBergen = creates('f-5', { storeId: 'Bergen-01' })
  await t.rejects(writeOrders({ deps, write: scoped }, [creates('f-4'), ofBergen]), { code: 'Forbidden', index: 1 })
  t.equal((await test.send({ url: '/api/Orders/f-4' })).status, 404)
  const mistake: Intent = {
    orderId: 'f-1',
    kind: 'edit',
    change: () => {
      throw new TypeError('a mistake of the program')
    },
  }
  await t.rejects(batch([mistake]), TypeError)
  await t.rejects(batch([creates('f-6'), creates('f-6')]), /each order once/)
  t.same(await batch([]), [])
})

t.test('given a row that totals refuse, when a batch is written, then that row fails', async (t) => {
  const negative: Intent = { orderId: 'i-1', kind: 'edit', create: () => plain(simpleOrder('i-1', {}, { handlingTotal: -1e15 })) }
  await t.rejects(batch([creates('i-0'), negative]), { code: 'ValidationFailed', index: 1 })
})

t.test('given runs of new and unchanged orders, when a batch is written, then they begin with their orders', async (t) => {
  await existing('r-same')
  const run = (orderId: string): WorkflowRun => ({
    id: deps.newId(),
    orderId,
    shipmentId: null,
    returnId: null,
    status: 'New',
    state: 'Finished',
    started: '2026-03-01T10:00:00.000Z',
    startedBy: 'tester',
    steps: [],
    fencingToken: 1,
    results: [],
    waiting: [],
    transitionCount: 0,
    next: [],
  })
  const runs = ['r-new', 'r-same'].map(run)
  const [ofNew, ofSame] = runs as [WorkflowRun, WorkflowRun]
  const committed: string[] = []
  await batch([
    { orderId: 'r-new', kind: 'edit', create: () => ({ order: simpleOrder('r-new'), run: ofNew }) },
    {
      orderId: 'r-same',
      kind: 'edit',
      change: (order) => ({
        order,
        run: ofSame,
        afterCommit: ({ versionNumber }) => void committed.push(`r-same ${versionNumber}`),
      }),
    },
  ])
  t.same(committed, ['r-same 1'], 'its run must be continued')
  const rows = await database.query({
    text: 'select order_id from workflow_run where id = any($1) order by 1',
    values: [runs.map(({ id }) => id)],
  })
  t.match(rows, [{ order_id: 'r-new' }, { order_id: 'r-same' }])
  t.same(
    (await outboxEnvelopes(test, 'r-same')).map(({ type, sequence }) => [type, sequence]),
    [
      ['orders.order.created.v1', 1],
      ['orders.workflow.completed.v1', 2],
    ],
  )
  t.equal((await listVersions('r-same')).length, 1)
})

t.test('given all batches above, when they have ended, then search tables and counts agree with the documents', async (t) => {
  t.same(await searchTableFaults(database), [])
})

// Found by a trial from outside: all orders of a batch were written down for one statement, and
// everybody waited: for 300 ms with as many as here, for 50 ms since.
t.test('given a batch of many lines, when it is written, then no other request waits for all of them', async (t) => {
  const lineItems = Array.from({ length: 900 }, (_, index) => ({ code: `C${index}`, quantity: 1, placedPrice: 10 }))
  const body = Array.from({ length: 30 }, (_, index) => orderBody({ id: `long-${index}`, orderForm: { lineItems } }))
  const added = { method: 'POST', url: '/api/Orders/AddMany', body } as const
  let response: Awaited<ReturnType<typeof test.send>> | null = null
  const ms = await longestTurn(async () => {
    response = await test.send(added)
  })
  t.match(response, { status: 204 })
  t.ok(ms < 150, `${Math.round(ms)} ms of the processor without a pause`)
  const [row] = await test.database.query<{ count: number }>({
    text: `select count(*)::integer as count from "order" where id like 'long-%'`,
  })
  t.equal(row?.count, body.length)
})

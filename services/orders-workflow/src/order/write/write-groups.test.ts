// Whatever is written together has the same responses and leaves the same rows as the same requests
// one by one (orders.md#written-together).
import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { KeyedWrite } from '@open-oms/service-kit/idempotency/keyed-write'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { insertDirectly, simpleOrder, writer } from '../../testing/orders/direct-writes.ts'
import { searchTableFaults } from '../../testing/orders/search-tables.ts'
import { type OrdersTest, orderBody, testOrders } from '../../testing/test-orders.ts'
import { writeGroups } from './write-groups.ts'
import { writeOrder } from './write-orders.ts'

const together = await testOrders(t, { groups: { sizeMax: 32, underWayMax: 1 } })
const oneByOne = await testOrders(t, { groups: { sizeMax: 1, underWayMax: 1 } })
const both = [together, oneByOne]

type GroupRequest = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  body?: unknown
  headers?: Record<string, string>
  storeIds?: string[]
}

// Of what all want there is enough, and what is scarce each order has for itself: else it would be
// decided by who comes first, which requests that arrive together do not say.
const SKUS = ['CUP', 'OWN', 'UNKNOWN']
const SLOTS = Array.from({ length: 12 }, (_, n) => n)
const slot = fc.nat(11)
const quantity = fc.constantFrom(1, 2, 7, 40)
/** Of a huge order only a few go into a group. */
const lines = fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(900) })

/** Requests for the orders `<run>-0` to `<run>-11`, of which the first six are there. */
const request = fc.oneof(
  fc
    .record({ n: slot, sku: fc.constantFrom(...SKUS), quantity, price: fc.constantFrom(100, 100, -1), lines })
    .map(({ n, sku, quantity, price, lines }) => (run: string): GroupRequest => {
      const code = sku === 'OWN' ? `OWN-${n}` : sku
      const lineItems = Array.from({ length: lines }, (_, index) => ({
        lineItemId: String(index + 1),
        code,
        displayName: sku,
        quantity,
        placedPrice: price,
        taxRate: 25,
        updateStock: true,
      }))
      const orderForm = { lineItems, shipments: [{ shipmentId: '1', shippingMethodName: 'Home delivery' }], payments: [] }
      return { method: 'POST', url: '/api/Orders', body: orderBody({ id: `${run}-${n}`, orderNumber: `${run}-${n}`, orderForm }) }
    }),
  fc.record({ n: slot, isStale: fc.boolean() }).map(
    ({ n, isStale }) =>
      (run: string): GroupRequest => ({
        method: 'PATCH',
        url: `/api/Orders/${run}-${n}/PatchOrder`,
        body: { tags: [`tag-${n}`] },
        ...(isStale ? { headers: { 'if-match': '"another"' } } : {}),
      }),
  ),
  fc.record({ n: slot }).map(
    ({ n }) =>
      (run: string): GroupRequest => ({
        method: 'POST',
        url: `/api/Orders/${run}-${n}/OrderLines`,
        body: { code: 'CUP', quantity: 1, placedPrice: 10 },
        storeIds: ['Bergen-01'],
      }),
  ),
  fc.record({ n: slot, quantity }).map(
    ({ n, quantity }) =>
      (run: string): GroupRequest => ({
        method: 'PATCH',
        url: `/api/Orders/${run}-${n}/PatchUpdateOrderLines`,
        body: [{ lineItemId: '1', quantity }],
      }),
  ),
  slot.map(
    (n) =>
      (run: string): GroupRequest => ({
        method: 'POST',
        url: `/api/Orders/${run}-${n}/UpdateStatus`,
        body: { status: 'Cancelled' },
      }),
  ),
  slot.map(
    (n) =>
      (run: string): GroupRequest => ({ method: 'DELETE', url: `/api/Orders/${run}-${n}` }),
  ),
)

/** Without a key, with one, or twice with the same one. */
const keys = fc.constantFrom('none', 'one', 'twice')

/** Each order is asked for once: of two requests for one the order would decide. */
const requests = fc.uniqueArray(fc.record({ make: request, key: keys }), {
  minLength: 4,
  maxLength: 12,
  selector: ({ make }) => /-(\d+)/.exec(JSON.stringify(make('x')))?.[1],
})

/** The requests of a run, each as often as it is sent. */
function sentIn(run: string, { make, key }: { make: (run: string) => GroupRequest; key: string }, index: number): GroupRequest[] {
  const sent = make(run)
  if (key === 'none') return [sent]
  const keyed = { ...sent, headers: { ...sent.headers, 'idempotency-key': `key-${run}-${index}` } }
  return key === 'twice' ? [keyed, keyed] : [keyed]
}

function send(test: OrdersTest, { storeIds, ...sent }: GroupRequest) {
  return test.send({ ...sent, ...(storeIds === undefined ? {} : { as: { storeIds } }) })
}

/** Without ids and times, which differ between two systems. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (key, part) => {
    if (key === 'durationSincePreviousMs') return 'given'
    if (typeof part !== 'string') return part
    if (key === 'secretKey' || /^\d{4}-\d\d-\d\dT/.test(part) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(part)) return 'given'
    return /^(void|manual)-[0-9a-f]{40}$/.test(part) ? 'given' : part
  })
}

async function leftBy(test: OrdersTest, run: string) {
  await test.background.idle()
  const orders = await test.database.query<{ document: string }>({
    text: `select document from "order" where id like $1 order by id`,
    values: [`${run}-%`],
  })
  const versions = await test.database.query({
    text: `select order_id, version_number, operation, changed_fields from order_version where order_id like $1 order by 1, 2`,
    values: [`${run}-%`],
  })
  const stock = await test.database.query({ text: 'select sku_id, quantity, reserved_quantity from inventory order by 1' })
  return comparable([orders.map(({ document }) => JSON.parse(document)), versions, stock])
}

let runs = 0

t.test('given any requests, when they are written together, then all is as if they had been sent one by one', async (t) => {
  for (const test of both)
    await test.send({
      method: 'PUT',
      url: '/api/Inventory',
      body: [
        ...['CUP', 'POT'].map((skuId) => ({ skuId, warehouseCode: 'Oslo-01', quantity: 1_000_000 })),
        ...SLOTS.map((n) => ({ skuId: `OWN-${n}`, warehouseCode: 'Oslo-01', quantity: 5 })),
      ],
    })
  const property = fc.asyncProperty(requests, async (drawn) => {
    const run = `g${++runs}`
    for (const test of both) for (let n = 0; n < 6; n++) await send(test, first(run, n))
    const sent = drawn.flatMap((one, index) => sentIn(run, one, index))
    const responses = await Promise.all(sent.map((one) => send(together, one)))
    const expected = []
    for (const one of sent) expected.push(await send(oneByOne, one))
    t.same(
      responses.map(({ status, body }) => comparable([status, body])),
      expected.map(({ status, body }) => comparable([status, body])),
    )
    t.same(await leftBy(together, run), await leftBy(oneByOne, run))
  })
  await t.resolves(fc.assert(property, { numRuns: propertyRuns(6), endOnFailure: true }))
  t.same(await searchTableFaults(together.database), [])
})

function first(run: string, n: number): GroupRequest {
  return { method: 'POST', url: '/api/Orders', body: orderBody({ id: `${run}-${n}`, orderNumber: `${run}-${n}` }) }
}

t.test(
  'given writes that arrive together, when they are written, then groups have all of them and each order once',
  async (t) => {
    const { inTransaction } = together.deps
    const sizes: number[] = []
    let splits = 0
    const signals = { began: (size: number) => void sizes.push(size), split: () => void splits++ }
    const groups = writeGroups({ inTransaction, sizeMax: 5, underWayMax: 1, signals })
    const deps = { ...together.deps, groups }
    const write = (id: string, actor: string, fields = {}) =>
      writeOrder(
        { deps, write: { ...writer, actor } },
        {
          orderId: id,
          kind: 'edit',
          create: () => ({ order: simpleOrder(id, fields) }),
          change: (order) => ({ order: { ...order, ...fields } }),
        },
      )
    const ids = Array.from({ length: 11 }, (_, n) => `together-${n}`)
    await Promise.all(ids.map((id) => write(id, 'one')))
    t.same(sizes, [1, 5, 5], 'the first one waits for nobody')
    sizes.length = 0
    const twice = ['together-1', 'together-1', 'together-1', 'together-2'].map((id, n) => write(id, 'one', { tags: [String(n)] }))
    await Promise.all(twice)
    t.same(sizes, [1, 2, 1], 'one order is once in a group')
    sizes.length = 0
    await Promise.all([...ids.slice(0, 8).map((id) => write(id, 'many')), write('together-8', 'few')])
    t.same(sizes.slice(0, 2), [1, 3], 'of one client no more than half while another waits')
    t.equal(splits, 0)
  },
)

t.test('given one write of a group that is refused, when it is written, then its error is its own', async (t) => {
  let splits = 0
  const signals = { began: () => undefined, split: () => void splits++ }
  const groups = writeGroups({ inTransaction: together.deps.inTransaction, sizeMax: 8, underWayMax: 1, signals })
  const deps = { ...together.deps, groups }
  const create = (id: string, create = () => ({ order: simpleOrder(id) })) =>
    writeOrder({ deps, write: writer }, { orderId: id, kind: 'create', create })
  const mistaken = () => {
    throw new TypeError('a mistake of the program')
  }
  await create('own-taken')
  const results = await Promise.allSettled([
    create('own-0'),
    create('own-1'),
    create('own-taken'),
    create('own-2', mistaken),
    create('own-3'),
  ])
  t.same(
    results.map((result) => (result.status === 'rejected' ? (result.reason.code ?? result.reason.name) : 'written')),
    ['written', 'written', 'OrderIdExists', 'TypeError', 'written'],
  )
  t.ok(splits > 0)
})

t.test('given a connection that is lost at COMMIT, when a group was written, then nothing of it is written twice', async (t) => {
  const { deps } = together
  let isLost = true
  // The transaction is committed, and its answer does not arrive.
  const inTransaction: typeof deps.inTransaction = async (work) => {
    const result = await deps.inTransaction(work)
    if (isLost) throw new DomainError('Unavailable', 'The database does not respond.')
    return result
  }
  const groups = writeGroups({ inTransaction, sizeMax: 8, underWayMax: 1 })
  const tag = (id: string) => {
    const change = (order: Order) => ({ order: { ...order, tags: [...order.tags, 'tag'] } })
    return writeOrder({ deps: { ...deps, inTransaction, groups }, write: writer }, { orderId: id, kind: 'edit', change })
  }
  const ids = ['lost-0', 'lost-1', 'lost-2']
  for (const id of ids) await insertDirectly(deps, simpleOrder(id))
  const results = await Promise.allSettled(ids.map(tag))
  t.same(
    results.map((result) => (result.status === 'rejected' ? result.reason.code : 'written')),
    ['Unavailable', 'Unavailable', 'Unavailable'],
  )
  for (const id of ids) t.same((await together.send({ url: `/api/Orders/${id}` })).body.tags, ['tag'], id)
  isLost = false
  t.equal((await tag('lost-0')).saved.order.tags.length, 2, 'the next one is written')
})

t.test('given one write of a group that fails behind its version, then its error is its own', async (t) => {
  const groups = writeGroups({ inTransaction: together.deps.inTransaction, sizeMax: 8, underWayMax: 1 })
  const deps = { ...together.deps, groups }
  const create = (id: string, also?: () => Promise<void>) => {
    const change = { order: simpleOrder(id), ...(also === undefined ? {} : { also }) }
    return writeOrder({ deps, write: writer }, { orderId: id, kind: 'create', create: () => change })
  }
  const lost = async () => {
    throw new DomainError('Unavailable', 'Another process has taken this workflow run over.')
  }
  const results = await Promise.allSettled([create('behind-0'), create('behind-1'), create('behind-2', lost), create('behind-3')])
  t.same(
    results.map((result) => (result.status === 'rejected' ? result.reason.code : 'written')),
    ['written', 'written', 'Unavailable', 'written'],
  )
})

/** Tags an order with a key of its own; what the handler would do once it has seen the write. */
async function tagKeyed(deps: OrdersTest['deps'], orderId: string, handles: (keyed: KeyedWrite) => Promise<void> | void) {
  const request = { client: 'shop', method: 'PATCH', path: `/${orderId}`, key: 'k', requestHash: 'h', storeIds: null }
  const keyed = new KeyedWrite(request, { showsBeforeCommit: true })
  const change = (order: Order) => ({ order: { ...order, tags: ['tagged'] } })
  await writeOrder({ deps, write: { ...writer, keyed } }, { orderId, kind: 'edit', change })
  await handles(keyed)
}

t.test(
  'given a keyed write of a group whose request fails behind it, then nothing of the group is left half-written',
  async (t) => {
    const { inTransaction } = together.deps
    const deps = { ...together.deps, groups: writeGroups({ inTransaction, sizeMax: 8, underWayMax: 1 }) }
    const ids = ['keyed-0', 'keyed-1', 'keyed-2', 'keyed-3', 'keyed-4']
    for (const id of ids) await insertDirectly(together.deps, simpleOrder(id))
    const responds = (keyed: KeyedWrite) => keyed.respond({ status: 200, headers: {}, body: '{}' })
    const change = (order: Order) => ({ order: { ...order, tags: ['tagged'] } })
    const results = await Promise.allSettled([
      tagKeyed(deps, 'keyed-0', responds),
      tagKeyed(deps, 'keyed-1', responds),
      tagKeyed(deps, 'keyed-2', (keyed) => keyed.fail()),
      writeOrder({ deps, write: writer }, { orderId: 'keyed-3', kind: 'edit', change }),
      tagKeyed(deps, 'keyed-4', responds),
    ])
    // The first one is a group of its own; those that were shown what is undone begin from the
    // start.
    t.same(
      results.map((result) => (result.status === 'rejected' ? result.reason.name : 'written')),
      ['written', 'WriteUndone', 'written', 'written', 'WriteUndone'],
    )
    const tagged = await Promise.all(ids.map(async (id) => (await together.send({ url: `/api/Orders/${id}` })).body.tags.length))
    t.same(tagged, [1, 0, 0, 1, 0])
    const kept = await together.database.query({ text: `select path from kit.idempotency_key where client = 'shop'` })
    t.same(kept, [{ path: '/keyed-0' }])
  },
)

t.test('given keys of writes that were refused, when they come again, then they are free', async (t) => {
  await insertDirectly(together.deps, simpleOrder('free-0'))
  const patch = (match: string) =>
    together.send({
      method: 'PATCH',
      url: '/api/Orders/free-0/PatchOrder',
      body: { tags: ['tagged'] },
      headers: { 'idempotency-key': 'k', 'if-match': match },
    })
  t.equal((await patch('"another"')).status, 412)
  const { versionId } = (await together.send({ url: '/api/Orders/free-0' })).body
  const second = await patch(`"${versionId}"`)
  t.equal(second.status, 200)
  t.equal(second.headers['idempotent-replayed'], undefined)
})

t.test('given a caller that goes while its write waits, when the next group is taken, then it is not written', async (t) => {
  const groups = writeGroups({ inTransaction: together.deps.inTransaction, sizeMax: 8, underWayMax: 1 })
  const deps = { ...together.deps, groups }
  let isHere = true
  const create = (id: string, isGone?: () => boolean) =>
    writeOrder(
      { deps, write: { ...writer, isGone } },
      { orderId: id, kind: 'create', create: () => ({ order: simpleOrder(id) }) },
    )
  const writes = [create('here-0'), create('here-1', () => !isHere), create('here-2', () => false)]
  isHere = false
  const results = await Promise.allSettled(writes)
  t.same(
    results.map((result) => (result.status === 'rejected' ? result.reason.code : 'written')),
    ['written', 'Unavailable', 'written'],
  )
  t.equal((await together.send({ url: '/api/Orders/here-1' })).status, 404)
})

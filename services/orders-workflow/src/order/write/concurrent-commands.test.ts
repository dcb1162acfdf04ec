// Any set of concurrent commands on one order has the result of some serial order of them
// (orders.md#concurrent-commands). The versions show which one, because each command has its own
// client: the test sends the same commands one by one in that order to an equal second order, and
// compares both.

import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { authorization, createdOrder, type OrdersTest, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)

type Command = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; body?: unknown }

const lineNumber = fc.integer({ min: 1, max: 4 })
const quantity = fc.integer({ min: 1, max: 3 })

const command: fc.Arbitrary<Command> = fc.oneof(
  lineNumber.map((n) => ({
    method: 'POST' as const,
    path: 'AddPayments',
    body: [authorization({ amount: n, transactionId: `t-${n}`, transactionType: n % 2 === 0 ? 'Capture' : 'Authorization' })],
  })),
  lineNumber.map((n) => ({
    method: 'POST' as const,
    path: 'OrderLines',
    body: { code: `SKU-${n}`, quantity: n, placedPrice: 10 * n },
  })),
  lineNumber.map((n) => ({ method: 'POST' as const, path: `OrderLines/${n}/Cancel` })),
  fc.record({ n: lineNumber, value: fc.constantFrom('red', 'blue') }).map(({ n, value }) => ({
    method: 'PUT' as const,
    path: 'AddOrderLineProperties',
    body: [{ lineItemId: String((n % 2) + 1), properties: [{ key: `k${n}`, value }] }],
  })),
  lineNumber.map((n) => ({
    method: 'PATCH' as const,
    path: 'PatchOrder',
    body: { tags: [`tag-${n}`], customerReference: `r-${n}` },
  })),
  fc.record({ n: lineNumber, quantity }).map(({ n, quantity }) => ({
    method: 'PATCH' as const,
    path: 'PatchUpdateOrderLines',
    body: [{ lineItemId: String((n % 2) + 1), quantity, comment: `c-${n}` }],
  })),
  fc
    .constantFrom('InProgress', 'OnHold', 'New')
    .map((status) => ({ method: 'POST' as const, path: 'UpdateStatus', body: { status } })),
  fc.constantFrom<Command>({ method: 'DELETE', path: '' }, { method: 'POST', path: 'Restore' }),
)

type CommandResponse = { command: Command; client: string; status: number }

function send({ command, client }: Omit<CommandResponse, 'status'>, orderId: string) {
  const { method, path, body } = command
  const url = `/api/Orders/${orderId}${path === '' ? '' : `/${path}`}`
  return test.send({ method, url, as: { clientId: client }, ...(body === undefined ? {} : { body }) })
}

async function listAuthors({ database }: OrdersTest, orderId: string): Promise<string[]> {
  const rows = await database.query<{ created_by: string }>({
    text: 'select created_by from order_version where order_id = $1 and version_number > 1 order by version_number',
    values: [orderId],
  })
  return rows.map((row) => row.created_by)
}

/**
 * The order without fields that differ between two equal orders: ids, times and the last writer.
 */
function comparable(order: unknown): unknown {
  const left: Record<string, string> = {}
  return JSON.parse(JSON.stringify(order), (key, value) => {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'a time'
    if (typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return 'an id'
    if (typeof value === 'string' && /^(void|manual)-[0-9a-f]{40}$/.test(value)) return 'an id'
    if (key === 'secretKey' || key === 'durationSincePreviousMs') return left[key]
    return value
  })
}

const head = { id: 'x', orderNumber: 'x' }

t.test('given any commands, when they run concurrently, then the result is that of a serial order', async (t) => {
  let runs = 0
  const property = fc.asyncProperty(fc.array(command, { minLength: 2, maxLength: 10 }), async (commands) => {
    runs += 1
    const [together, alone] = await Promise.all([createdOrder(test), createdOrder(test)])
    const calls = commands.map((command, index) => ({ command, client: `caller-${runs}-${index}` }))
    const sent: CommandResponse[] = await Promise.all(
      calls.map(async (call) => ({ ...call, status: (await send(call, together.id)).status })),
    )
    for (const { status } of sent) if (status >= 500 || status === 409) throw new Error(`a command returned ${status}`)
    const order = await listAuthors(test, together.id)
    const serial = order.map((client) => sent.find((call) => call.client === client) as CommandResponse)
    t.equal(new Set(order).size, order.length, 'each command made one version at most')
    for (const call of serial) t.equal(call.status, 200, 'every change of the order returned 200')
    for (const call of serial) t.equal((await send(call, alone.id)).status, 200, 'and the command succeeds in the serial order')
    const [first, second] = await Promise.all(
      [together, alone].map(async ({ id }) => ({ ...(await test.send({ url: `/api/Orders/${id}` })).body, ...head })),
    )
    t.strictSame(without(comparable(first)), without(comparable(second)))
  })
  await fc.assert(property, { numRuns: propertyRuns(8) })
})

function without(order: unknown): unknown {
  const { modifiedBy: _modifiedBy, ...rest } = order as { modifiedBy: unknown }
  return rest
}

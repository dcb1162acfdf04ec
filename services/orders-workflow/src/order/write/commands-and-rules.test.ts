import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orderOperations } from '@oms/contracts/orders/order-version'
import t from 'tap'
import { orderCommands, type StoredOrder } from '../../testing/orders/order-commands.ts'
import { createdOrder, orderFormBody, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { writeKinds } from '../rules/write-kinds.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/reference/behaviour/orders.md'), 'utf8')
const test = await testOrders(t)

const shipments = [
  { shipmentId: '1', shippingMethodName: 'Home delivery', shippingSubTotal: 49, lineItems: [{ lineItemId: '1', quantity: 2 }] },
  { shipmentId: '2', lineItems: [{ lineItemId: '2', quantity: 1 }] },
]
const another = '"0192f0c1-2345-7abc-8def-0123456789ab"'

type SendOptions = { headers?: Record<string, string>; as?: { storeIds: string[] } }
type Rule = {
  /** What makes the rule hold for the order. */
  before?: { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body?: unknown }
  sent?: SendOptions
  id?: (id: string) => string
}
/** The columns of the table, in its order. */
const rules: Rule[] = [
  {},
  { id: (id) => `${id}-unknown` },
  { sent: { as: { storeIds: ['Bergen-01'] } } },
  { sent: { headers: { 'if-match': another } } },
  { before: { method: 'DELETE', path: '' } },
  { before: { method: 'PATCH', path: '/PatchOrder', body: { isReadOnly: true } } },
  { before: { method: 'POST', path: '/Holds', body: { reasonCode: 'FraudCheck' } } },
]

const read = (id: string) => test.send({ url: `/api/Orders/${id}` })

async function storedOrder(status?: 'Completed' | 'Returned'): Promise<StoredOrder> {
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
  if (status !== undefined) await updateStatus(test, id, { body: { status: 'Completed' } })
  const returns = [{ lineItemId: '1', returnQuantity: 1, returnReason: 'Broken' }]
  if (status === 'Returned') await test.send({ method: 'POST', url: `/api/Returns/${id}/Return`, body: { returns } })
  return (await read(id)).body
}

/** What becomes of a command that meets a rule: `applies`, `creates`, `nothing`, or its error. */
async function outcome(name: string, { before, sent, id = (same) => same }: Rule): Promise<string> {
  const { request, status } = orderCommands[name] as (typeof orderCommands)[string]
  const stored = await storedOrder(status)
  if (before !== undefined) {
    const { method, path, body } = before
    const response = await test.send({ method, url: `/api/Orders/${stored.id}${path}`, ...(body === undefined ? {} : { body }) })
    if (response.status >= 300) throw new Error(`The order was not prepared: ${response.text}`)
  }
  const order = (await read(stored.id)).body
  const target = id(order.id)
  const response = await test.send({ ...request({ ...order, id: target }), ...sent })
  if (response.status >= 300) return `\`${response.body.error}\``
  const after = await read(target)
  if (target !== order.id) return after.status === 200 ? 'creates' : 'nothing'
  return after.body.versionId === order.versionId ? 'nothing' : 'applies'
}

/** The cells of the rows of a table of the page, by the first cell. */
function tableBelow(heading: string): Map<string, string[]> {
  const [, section = ''] = page.split(`### ${heading}\n`)
  const lines = section.split('\n#')[0]?.split('\n') ?? []
  const rows = lines.filter((line) => line.startsWith('| ')).slice(1)
  return new Map(
    rows.map((line) => {
      const [first = '', ...cells] = line.split('|').slice(1, -1)
      return [first.trim(), cells.map((cell) => cell.trim())]
    }),
  )
}

/** What a run does, what migrates, and commands that name a part of the order. */
const withoutRow = [
  'ChangeComment',
  'DismissWorkflowRun',
  'MigrateStatus',
  'PressButton',
  'ReleaseHold',
  'ResendMessage',
  'ResumeWorkflowRun',
  'RetryWorkflowStep',
  'SendInvoice',
  'SendPaymentLink',
  'WithdrawPaymentLink',
  'Workflow',
]

const documented = tableBelow('Commands and rules')

t.test('given the table of commands and rules, when its rows are compared, then it has every command', async (t) => {
  t.same([...documented.keys()], Object.keys(orderCommands))
  t.same(orderOperations.filter((name) => !(name in orderCommands)).sort(), withoutRow)
})

for (const name of Object.keys(orderCommands))
  t.test(`given ${name}, when it meets each rule of the table, then it does what the page says`, async (t) => {
    const found: string[] = []
    for (const rule of rules) found.push(await outcome(name, rule))
    t.same(found, documented.get(name)?.slice(1))
  })

t.test('given the kinds of writes, when the tables are compared with them, then each has the rules of its kind', async (t) => {
  const said = { yes: true, no: false } as const
  for (const [kind, row] of Object.entries(writeKinds)) {
    const cells = tableBelow('Kinds of writes').get(kind)
    const { calculates, followsStock, refusesInUse, refusesUnpaid } = row
    t.same(
      cells?.map((cell) => said[cell as keyof typeof said]),
      [calculates, followsStock, refusesInUse, refusesUnpaid],
      kind,
    )
  }
  for (const [name, { kind }] of Object.entries(orderCommands)) t.equal(documented.get(name)?.[0], kind, name)
})

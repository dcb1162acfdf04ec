import { randomUUIDv7 } from 'node:crypto'
import type { Order } from '@open-oms/contracts/orders/order'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { insertDirectly, simpleOrder } from '../../../testing/orders/direct-writes.ts'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { returnForm, runStep, stepContext } from '../../../testing/workflow/run-step.ts'
import { createCreditNote, ensureRma, updateOrderStatus } from './returns.ts'
import type { StepDefinition } from './step-definition.ts'

const line = (deliveredQuantity: number, returnQuantity: number) => ({ quantity: 2, deliveredQuantity, returnQuantity })
const order = (form = returnForm(), lineItems = [line(2, 2)], status = 'Completed') => ({
  ...sampleOrder({ lineItems }, { status }),
  returnOrderForms: [returnForm({ returnId: '9' }), form],
})
const run = { returnId: '1' }

const config = await sampleConfig()
const database = await testDatabase(t, 'orders-workflow')
const { inTransaction } = database
// A file belongs to a stored order.
await insertDirectly({ inTransaction, config: () => config, now: () => new Date(), newId: randomUUIDv7 }, simpleOrder('O-1'))

/** Runs a step as the runner does, in a transaction that is undone when the step's process dies. */
async function number(definition: StepDefinition, start: Order, { returnId = '1', dies = false } = {}) {
  if (definition.kind !== 'transaction') throw new Error('a step of another kind')
  return database.inTransaction(async (tx) => {
    const context = { ...stepContext(definition.names[0] as string, { returnId }), config }
    const outcome = await definition.carryOut(tx, start, context)
    if (dies) throw new Error('the process died')
    return outcome
  })
}

t.test('given a return form, when EnsureRma runs twice, then it is numbered once, and an own number stays', async (t) => {
  const first = await number(ensureRma, order())
  t.equal(first.actionStatus, 'Success')
  t.match(first.order.returnOrderForms, [{ rmaNumber: null }, { returnId: '1', rmaNumber: 'RMA-100001' }])
  t.match(await number(ensureRma, first.order), { actionStatus: 'Warning' })
  const own = await number(ensureRma, order(returnForm({ rmaNumber: 'OWN' })))
  t.match(own, { actionStatus: 'Warning', order: { returnOrderForms: [{}, { rmaNumber: 'OWN' }] } })
})

t.test('given a process that dies after it drew a number, when the step runs again, then the sequence has no gap', async (t) => {
  await t.rejects(number(ensureRma, order(), { dies: true }), /died/)
  t.match((await number(ensureRma, order())).order.returnOrderForms[1], { rmaNumber: 'RMA-100002' })
})

t.test('given two return forms, when they are numbered concurrently, then each has a number of its own', async (t) => {
  const outcomes = await Promise.all([1, 2, 3].map(() => number(ensureRma, order())))
  t.equal(new Set(outcomes.map(({ order }) => order.returnOrderForms[1]?.rmaNumber)).size, 3)
})

t.test('given a return form, when CreateCreditNote runs twice, then its property has one number', async (t) => {
  const first = await number(createCreditNote, order())
  t.equal(first.actionStatus, 'Success')
  t.match(first.order.returnOrderForms[1]?.properties, [{ key: 'CreditNoteNumber', value: 'CN-100001' }])
  t.match(await number(createCreditNote, first.order), { actionStatus: 'Warning' })
  const empty = returnForm({ properties: [{ key: 'CreditNoteNumber', value: '' }] })
  const filled = await number(createCreditNote, order(empty))
  t.match(filled.order.returnOrderForms[1]?.properties, [{ value: 'CN-100002' }])
  t.equal(filled.order.returnOrderForms[1]?.properties.length, 1)
})

t.test('given a return form with 250 properties, when CreateCreditNote runs, then it is an error without a number', async (t) => {
  const full = returnForm({ properties: Array.from({ length: 250 }, (_, index) => ({ key: `k${index}`, value: 'v' })) })
  t.match(await number(createCreditNote, order(full)), { actionStatus: 'Error', errorReason: /250/ })
  t.match((await number(createCreditNote, order())).order.returnOrderForms[1]?.properties, [{ value: 'CN-100003' }])
})

t.test('given a return, when UpdateOrderStatus runs, then it asks for Returned if all goods are returned', async (t) => {
  const asks = async (lines: ReturnType<typeof line>[], status?: string) => {
    const { triggerNewStatus, actionStatus } = await runStep(updateOrderStatus, order(returnForm(), lines, status), run)
    return [actionStatus, triggerNewStatus]
  }
  t.same(await asks([line(2, 2), line(2, 2)]), ['Success', 'Returned'])
  t.same(await asks([line(2, 2), line(0, 0)]), ['Success', 'Returned'], 'what was not delivered cannot be returned')
  t.same(await asks([line(2, 1)]), ['Success', 'PartiallyReturned'])
  t.same(await asks([line(2, 1), line(2, 2)], 'PartiallyReturned'), ['Warning', undefined])
  t.same(await asks([line(2, 2)], 'Returned'), ['Warning', undefined])
})

t.test('given a run of the order itself, when a step of returns runs, then it is a warning', async (t) => {
  for (const step of [ensureRma, createCreditNote])
    t.match(await number(step, order(), { returnId: 'none' }), { actionStatus: 'Warning', message: /no return form/ })
  t.match(await runStep(updateOrderStatus, order()), { actionStatus: 'Warning', message: /no return form/ })
})

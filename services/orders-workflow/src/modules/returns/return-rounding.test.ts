import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'
import { close, pay, sell } from '../../testing/till.ts'

const test = await testOrders(t)
const { patchReturn, postReturn, readOrder, returnStatus } = returning(test)

type Sold = { prices: number[]; rounding?: number | null; payments?: object[]; fields?: object; quantity?: number }

let registers = 0

/** A completed sale with a register of its own; lines 1, 2, … of one unit with 25 % tax. */
async function sold({ prices, rounding = null, payments, fields, quantity = 1 }: Sold) {
  const register = `Z${++registers}`
  const paid = Math.round(prices.reduce((sum, price) => sum + price * quantity, rounding ?? 0) * 100) / 100
  const lineItems = prices.map((placedPrice) => ({ code: 'SOAP', quantity, placedPrice, taxRate: 25 }))
  const orderForm = { grossRoundoff: rounding, lineItems, payments: payments ?? [pay(paid, 'Cash')] }
  const id = await sell(test, { register, fields: { orderForm, ...fields } })
  return { id, register, closeRegister: async () => (await close(test, { registerIds: [register] })).body }
}
const unit = (lineItemId: string, more: object = {}) => ({ lineItemId, returnQuantity: 1, ...more })
const returned = (id: string, lines: string[], more: object = {}) =>
  postReturn(id, { returns: lines.map((line) => unit(line)), ...more })
type RecordedPayment = { payment?: { transactionType: string }; breakdown: { kind: string; net: number; vatAmount: number }[] }

const creditEntries = async (id: string) => {
  const recorded = (await outboxEnvelopes(test, id)).map(({ data }: { data: RecordedPayment }) => data)
  const credits = recorded.filter(({ payment }: RecordedPayment) => payment?.transactionType === 'Credit')
  return (credits.at(-1) as RecordedPayment).breakdown.map(({ kind, net, vatAmount }) => `${kind} ${net}+${vatAmount}`)
}

t.test(
  'given a sale rounded down, when all of it is returned, then the form, the refund and the report round alike',
  async (t) => {
    const { id, closeRegister } = await sold({ prices: [99.4], rounding: -0.4 })
    const { body } = await returned(id, ['1'])
    t.match(body, { total: 99, taxTotal: 19.88, grossRoundoff: -0.4, creditAmount: 99, subTotal: 99.4 })
    const completed = await returnStatus(id, { returnId: body.returnId, status: 'Completed' })
    t.match(completed.body.order, { netTotal: 0, remainingPayment: 0, orderForm: { creditPaymentTotal: 99 } })
    t.strictSame(await creditEntries(id), ['Sales 79.52+19.88', 'Rounding -0.4+0'])
    t.match(await closeRegister(), {
      sales: { amount: 99.4 },
      returns: { amount: 99.4 },
      payments: [{ name: 'Cash', amount: 99 }],
      paymentRefunds: [{ name: 'Cash', amount: 99 }],
      roundOff: 0,
    })
  },
)

t.test('given a sale rounded up, when its lines are returned one by one, then the last return has the rounding', async (t) => {
  const { id, closeRegister } = await sold({ prices: [50.4, 49.2], rounding: 0.4 })
  t.match((await returned(id, ['1'])).body, { total: 50.4, grossRoundoff: null })
  t.match((await returned(id, ['2'])).body, { total: 49.6, taxTotal: 9.84, grossRoundoff: 0.4 })
  for (const returnId of ['1', '2']) await returnStatus(id, { returnId, status: 'Completed' })
  t.match(await readOrder(id), { netTotal: 0, orderForm: { creditPaymentTotal: 100 } })
  t.match(await closeRegister(), { returns: { amount: 99.6 }, roundOff: 0 })
})

t.test('given a last return that is cancelled, when it is made again, then the rounding is in the new one alone', async (t) => {
  const { id } = await sold({ prices: [99.6], rounding: 0.4 })
  t.match((await returned(id, ['1'])).body, { total: 100 })
  await returnStatus(id, { returnId: '1', status: 'Cancelled' })
  t.match((await returned(id, ['1'])).body, { returnId: '2', total: 100, grossRoundoff: 0.4 })
  t.match(await readOrder(id), { netTotal: 0 })
})

t.test(
  'given a form that takes the last goods by a patch, when it is patched back, then the rounding comes and goes',
  async (t) => {
    const { id } = await sold({ prices: [99.4], rounding: -0.4, quantity: 2 })
    await returned(id, ['1'])
    const patch = async (quantity: number) => {
      const { status } = await patchReturn({ id, returnId: '1' }, { lineItems: [{ lineItemId: '1', quantity }] })
      t.equal(status, 200)
      return (await readOrder(id)).returnOrderForms[0]
    }
    t.match(await patch(2), { total: 198.4, grossRoundoff: -0.4, creditAmount: 198.4 })
    t.match(await patch(1), { total: 99.4, grossRoundoff: null, creditAmount: 99.4 })
  },
)

t.test('given a stated rounding on an earlier return, when the last one is made, then it has the rest', async (t) => {
  const { id } = await sold({ prices: [50.4, 49.2], rounding: 0.4 })
  t.match((await returned(id, ['1'], { grossRoundoff: -0.4 })).body, { total: 50, grossRoundoff: -0.4, taxTotal: 10.08 })
  t.match((await returned(id, ['2'])).body, { total: 50, grossRoundoff: 0.8 })
  t.match(await readOrder(id), { netTotal: 0 })
})

t.test('given a card sale without rounding, when its refund is rounded in cash, then goods and rounding are apart', async (t) => {
  const { id, closeRegister } = await sold({ prices: [99.4] })
  const { body } = await returned(id, ['1'], { grossRoundoff: -0.4 })
  t.match(body, { total: 99, taxTotal: 19.88 })
  await returnStatus(id, { returnId: '1', status: 'Completed' })
  t.strictSame(await creditEntries(id), ['Sales 79.52+19.88', 'Rounding -0.4+0'])
  t.match(await closeRegister(), { sales: { amount: 99.4 }, returns: { amount: 99.4 }, roundOff: 0.4 })
})

t.test(
  'given a return that would leave less than nothing, when it is made, then it takes its part of the rounding',
  async (t) => {
    const { id } = await sold({ prices: [100.2, 0.2], rounding: -0.4 })
    t.match((await returned(id, ['1'])).body, { total: 100, grossRoundoff: -0.2 })
    t.match((await returned(id, ['2'])).body, { total: 0, grossRoundoff: -0.2 })
    t.match(await readOrder(id), { netTotal: 0 })
  },
)

t.test(
  'given agreed credits, when the last goods come back, then the rounding is added to them, but not to a credit of 0',
  async (t) => {
    const less = await sold({ prices: [99.4], rounding: -0.4 })
    t.match((await postReturn(less.id, { returns: [unit('1', { creditAmount: 98 })] })).body, { total: 97.6 })
    const none = await sold({ prices: [99.6], rounding: 0.4 })
    t.match((await postReturn(none.id, { returns: [unit('1', { creditAmount: 0 })] })).body, { total: 0, grossRoundoff: null })
  },
)

t.test(
  'given a rounding beyond what is credited or paid, when it is requested, then it is refused and nothing is written',
  async (t) => {
    const { id } = await sold({ prices: [99.4], rounding: -0.4 })
    t.match(await returned(id, ['1'], { grossRoundoff: 99.5 }), { status: 400, body: { errors: { grossRoundoff: [String] } } })
    t.match(await returned(id, ['1'], { grossRoundoff: -99.5 }), { status: 400, body: { errors: { grossRoundoff: [String] } } })
    t.match(await returned(id, ['1'], { grossRoundoff: 0 }), { status: 400, body: { errors: { creditAmount: [String] } } })
    t.strictSame((await readOrder(id)).returnOrderForms, [])
  },
)

t.test('given a refund that is rounded up beyond what was paid, when it is made, then the rounding is paid too', async (t) => {
  const { id, closeRegister } = await sold({ prices: [99.4] })
  t.match((await returned(id, ['1'], { grossRoundoff: 0.1 })).body, { total: 99.5 })
  const { body } = await returnStatus(id, { returnId: '1', status: 'Completed' })
  t.match(body, { isAborted: false, order: { remainingPayment: 0, orderForm: { creditPaymentTotal: 99.5 } } })
  t.strictSame(await creditEntries(id), ['Sales 79.52+19.88', 'Rounding 0.1+0'])
  t.match(await closeRegister(), { returns: { amount: 99.4 }, paymentRefunds: [{ amount: 99.5 }], roundOff: -0.1 })
})

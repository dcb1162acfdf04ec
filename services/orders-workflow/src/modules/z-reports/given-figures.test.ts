import t from 'tap'
import { testOrders } from '../../testing/test-orders.ts'
import { close, closedEvents, pay, sell } from '../../testing/till.ts'

const nothing = { amount: 0, count: 0 }
/** The figures of one cash sale of 125. */
const oneSale = {
  sales: { amount: 125, count: 1 },
  returns: nothing,
  payments: [{ name: 'Cash', amount: 125, count: 1 }],
  paymentRefunds: [],
  vatGroups: [{ vatValue: 25, amount: 125, count: 1 }],
  vatGroupRefunds: [],
}
const noRefunds = { paymentRefunds: { length: 0 }, vatGroupRefunds: { length: 0 } }
const emptyDrawer = { cashIn: 0, cashOut: 0, cashCounted: 0, cashExpected: 0, cashDiff: 0, cashBank: 0, cashFloat: 0 }

// A till had to send a dozen figures that it did not know, or none.
t.test('given figures of sales only, when a till is closed, then each of the others may be absent and is 0', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  const { status, body } = await close(test, oneSale)
  t.equal(status, 201)
  t.match(body, { ...oneSale, ...noRefunds, tips: 0, giftCardsSold: 0, giftCardsUsed: 0, roundOff: 0, warnings: { length: 0 } })
  t.same(body.cashManagement, emptyDrawer)
  const others = { tips: 1, giftCardsSold: 2, giftCardsUsed: 3, roundOff: 0.5, cashManagement: { cashBank: 10 } }
  for (const [name, value] of Object.entries(others))
    t.match(await close(test, { ...oneSale, [name]: value }), { status: 201, body: { [name]: value } }, name)
})

t.test(
  'given some figures of sales and not others, when a till is closed, then the missing ones are named and nothing is stored',
  async (t) => {
    const test = await testOrders(t)
    for (const name of Object.keys(oneSale)) {
      const { status, body } = await close(test, { ...oneSale, [name]: undefined, cashManagement: {} })
      t.equal(status, 400, name)
      t.same(Object.keys(body.errors), [name])
    }
    t.same(await closedEvents(test), [])
  },
)

t.test('given a counted drawer only, when a till is closed, then the sales are summed from its orders', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  const cashManagement = { cashCounted: 120, cashExpected: 125, cashBank: 100 }
  const { status, body } = await close(test, { zReportId: 'Z-1', cashManagement })
  t.equal(status, 201)
  t.match(body, { ...oneSale, ...noRefunds, tips: 0, warnings: { length: 0 } })
  t.same(body.cashManagement, { ...emptyDrawer, ...cashManagement, cashDiff: -5 })
  t.equal((await close(test, { zReportId: 'Z-1', cashManagement })).status, 200, 'the same again')
  t.match(await close(test, { zReportId: 'Z-1' }), { status: 201, body: { revision: 2, cashManagement: emptyDrawer } })
})

t.test('given a part of the drawer, when a till is closed, then the rest is 0 and no difference is calculated', async (t) => {
  const test = await testOrders(t)
  const counted = async (cashManagement: object) => (await close(test, { cashManagement })).body.cashManagement
  t.same(await counted({}), emptyDrawer)
  t.same(await counted({ cashBank: 50 }), { ...emptyDrawer, cashBank: 50 })
  t.same(await counted({ cashCounted: 900 }), { ...emptyDrawer, cashCounted: 900 })
  t.same(await counted({ cashDiff: -20 }), { ...emptyDrawer, cashDiff: -20 })
  t.same(await counted({ cashCounted: 0.3, cashExpected: 0.1 }), {
    ...emptyDrawer,
    cashCounted: 0.3,
    cashExpected: 0.1,
    cashDiff: 0.2,
  })
})

t.test(
  'given tips and rounding beside summed sales, when customers paid beyond their orders, then the deposits are reduced by them',
  async (t) => {
    const test = await testOrders(t)
    await sell(test, { price: 100, payments: [pay(115.5, 'Cash')] })
    const { body } = await close(test, { cashManagement: { cashCounted: 115.5, cashExpected: 115.5 }, tips: 10, roundOff: 0.5 })
    t.match(body, { sales: { amount: 100 }, payments: [{ name: 'Cash', amount: 115.5 }], tips: 10, roundOff: 0.5, deposits: 5 })
    t.same(body.warnings, ['tips is 10, the orders sum to 0', 'roundOff is 0.5, the orders sum to 0'])
    await sell(test, { price: 100, payments: [pay(104, 'Cash')] })
    const whole = (await close(test, { tips: 4 })).body
    t.notOk('deposits' in whole, 'nothing is left')
    await sell(test, { price: 100, payments: [pay(104, 'Cash')] })
    t.match((await close(test, { tips: 6 })).body, { tips: 6, warnings: { length: 1 } }, 'no more than there was')
  },
)

t.test(
  'given figures that differ from the orders, when a till is closed, then each difference is a warning that stays with the report',
  async (t) => {
    const test = await testOrders(t)
    await sell(test)
    await sell(test, { payments: [pay(125, 'Card')] })
    const given = {
      ...oneSale,
      payments: [
        { name: 'Cash', amount: 25 },
        { name: 'Cash', amount: 100 },
        { name: 'Vipps', amount: 7.1, count: 1 },
      ],
      vatGroups: [{ vatValue: 15, amount: 125, vatAmount: 16.3, count: 1 }],
      tips: 3,
      giftCardsUsed: 0,
    }
    const { status, body } = await close(test, { zReportId: 'Z-1', ...given })
    t.equal(status, 201)
    t.same(body.warnings, [
      'sales.amount is 125, the orders sum to 250',
      'sales.count is 1, the orders sum to 2',
      'payments[Vipps].amount is 7.1, the orders sum to 0',
      'payments[Vipps].count is 1, the orders sum to 0',
      'payments[Card].amount is 0, the orders sum to 125',
      'payments[Card].count is 0, the orders sum to 1',
      'vatGroups[15].amount is 125, the orders sum to 0',
      'vatGroups[15].vatAmount is 16.3, the orders sum to 0',
      'vatGroups[15].count is 1, the orders sum to 0',
      'vatGroups[25].amount is 0, the orders sum to 250',
      'vatGroups[25].count is 0, the orders sum to 2',
      'tips is 3, the orders sum to 0',
    ])
    t.match(body, { vatGroups: given.vatGroups })
    t.same((await test.send({ url: '/api/ZReport/Z-1' })).body.warnings, body.warnings)
    t.same((await closedEvents(test))[0].data.warnings, body.warnings)
    t.same((await close(test, { zReportId: 'Z-1', ...given })).body.warnings, body.warnings, 'the same again')
  },
)

t.test(
  'given more than a hundred differences, when a till is closed, then a hundred are named and the rest counted',
  async (t) => {
    const test = await testOrders(t)
    const payments = Array.from({ length: 120 }, (_, index) => ({ name: `M${index}`, amount: 1 }))
    const { body } = await close(test, { ...oneSale, sales: nothing, payments, vatGroups: [] })
    t.equal(body.warnings.length, 101)
    t.equal(body.warnings.at(-1), '20 more figures differ from the orders')
  },
)

// A recount on the next morning would have taken the sales of that morning into the report of the
// day before.
t.test(
  'given a report, when its drawer is counted again, then sales since stay for the next report, but those of added registers come in',
  async (t) => {
    const test = await testOrders(t)
    const reported = await sell(test)
    await close(test, { zReportId: 'Z-1', cashManagement: { cashDiff: -5 } })
    const since = await sell(test)
    const ofOther = await sell(test, { register: 'R2' })
    const recounted = { zReportId: 'Z-1', cashManagement: { cashDiff: -2 } }
    t.match((await close(test, recounted)).body, { revision: 2, orderIds: [reported], sales: { amount: 125 } })
    const wider = (await close(test, { ...recounted, registerIds: ['R1', 'R2'] })).body
    t.same(wider.orderIds, [reported, ofOther].sort())
    t.same((await close(test)).body.orderIds, [since])
  },
)

t.test(
  'given payments by one method on account and paid directly, when they are summed, then each kind has its row',
  async (t) => {
    const test = await testOrders(t)
    const invoiced = (amount: number) => pay(amount, 'Invoice', { transactionType: 'Invoiced' })
    await sell(test, { price: 300, payments: [invoiced(100), invoiced(150), pay(50, 'Invoice')] })
    const { body } = await close(test)
    t.same(body.payments, [
      { name: 'Invoice', amount: 50, count: 1 },
      { name: 'Invoice', amount: 250, count: 2, behaviour: 'invoice' },
    ])
    const given = { ...body, zReportId: 'Z-given', registerIds: ['R9'], warnings: undefined }
    t.same((await close(test, given)).body.payments, body.payments, 'a till may give it')
  },
)

// Such a report broke the contract of its own event: accounting moved it to dead letters, and the
// till's day was never posted.
t.test(
  'given a payment whose method has a name of any length, when its till is closed, then the report has the name as it is',
  async (t) => {
    const test = await testOrders(t)
    for (const name of ['x'.repeat(200), 'Gift\tcard\n']) {
      await sell(test, { payments: [pay(125, name)] })
      t.match(await close(test), { status: 201, body: { payments: [{ name, amount: 125, count: 1 }] } })
    }
  },
)

t.test('given parts of the sales and receivables from a till, when it is closed, then they are kept and compared', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  const part = [{ vatValue: 25, amount: 25, vatAmount: 5 }]
  const row = { name: 'Invoice', amount: -10, orderId: 'o-1', invoiceNumber: 'F-1' }
  const given = { fees: part, rentals: part, shipping: part, receivables: [row] }
  const { status, body } = await close(test, { ...oneSale, ...given })
  t.equal(status, 201)
  t.match(body, { ...given, receivables: [{ ...row, customerNumber: null, creditNoteNumber: null, paymentTermsNet: null }] })
  for (const name of ['fees', 'rentals', 'shipping', 'receivables'])
    t.ok(
      body.warnings.some((text: string) => text.startsWith(`${name}[`)),
      `${name} differ from the orders`,
    )
  for (const [name, value] of Object.entries(given)) t.equal((await close(test, { [name]: value })).status, 400, `${name} alone`)
  for (const field of ['name', 'orderId']) {
    const refused = await close(test, { ...oneSale, receivables: [{ ...row, [field]: undefined }] })
    t.match(refused, { status: 400, body: { errors: { [`receivables[0].${field}`]: Array } } })
  }
})

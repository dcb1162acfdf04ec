// Shared process: a started system.
import t from 'tap'
import { runOms } from './run-tool.ts'
import { type AnySystem, anySystem } from './shared-system.ts'
import { eventually } from './system-under-test.ts'

type Posting = {
  id: string
  orderIds: string[]
  totalDebit: number
  totalCredit: number
  imbalance: number
  autoBalanced: boolean
}
type Line = { category: string; accountNumber: string; debit: number; credit: number; registerId: string | null }
type Client = AnySystem['client']

const register = { key: 'RegisterId', value: 'R1' }
const pay = (amount: number, paymentMethodName: string, transactionType = 'Sale') => ({
  amount,
  paymentMethodName,
  transactionType,
  transactionId: `${transactionType}-${paymentMethodName}-${amount}`,
  status: 'Processed',
})

async function sell(client: Client, orderNumber: string, payments: readonly object[]): Promise<void> {
  const lineItems = [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 2, placedPrice: 125, taxRate: 25 }]
  const body = { orderNumber, storeId: 'Oslo-01', marketId: 'NOR', properties: [register], orderForm: { lineItems, payments } }
  await client.call('PUT', '/api/Orders/PosOrders', { body })
}

async function close(client: Client, zReportId: string, figures: object = {}) {
  const body = { zReportId, storeId: 'Oslo-01', registerIds: ['R1'], ...figures }
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape.
  return (await client.call<any>('POST', '/api/ZReport/Close', { body })).body
}

/**
 * The posting of a report, which comes with the report's event, and its lines as a search finds
 * them.
 */
async function readBookedPosting(client: Client, zReportId: string): Promise<{ posting: Posting; lines: string[] }> {
  const path = `/api/Accounting/Postings/ByZReport/${zReportId}`
  const { body: posting } = await eventually(
    () => client.call<Posting>('GET', path),
    ({ status }) => status === 200,
  )
  const search = { postingId: posting.id, registerId: 'R1', source: 'PosZReport' }
  const { body } = await client.call<{ result: Line[] }>('POST', '/api/Accounting/LedgerLines/Search', { body: search })
  return { posting, lines: body.result.map(({ category, debit, credit }) => `${category} ${debit} ${credit}`).sort() }
}

const figures = {
  sales: { amount: 500, count: 2 },
  returns: { amount: 0, count: 0 },
  payments: [
    { name: 'Cash', amount: 300, count: 2 },
    { name: 'GiftCard', amount: 200, count: 1 },
  ],
  paymentRefunds: { length: 0 },
  vatGroups: [{ vatValue: 25, amount: 500, count: 2 }],
  vatGroupRefunds: { length: 0 },
  tips: 0,
  giftCardsSold: 0,
  giftCardsUsed: 200,
  roundOff: 0,
}
const cashManagement = {
  cashIn: 300,
  cashOut: 0,
  cashCounted: 290,
  cashExpected: 300,
  cashDiff: -10,
  cashBank: 200,
  cashFloat: 0,
}

t.test('given a till with sales and a refund, when it is closed twice, then report and ledger have the same sums', async (t) => {
  const { client, dataDir } = await anySystem()
  await sell(client, 'till-1', [pay(250, 'Cash')])
  await sell(client, 'till-2', [pay(50, 'Cash'), pay(200, 'GiftCard')])

  const shown = await client.call('POST', '/api/ZReport/Preview', { body: { storeId: 'Oslo-01', registerIds: ['R1'] } })
  // Others may have closed registers of the store on the same system.
  const number = shown.body.zReportNumber as number
  t.match(shown.body, { orderIds: ['till-1', 'till-2'], ...figures })
  const summed = await close(client, 'Z-1')
  t.match(summed, { zReportNumber: number, revision: 1, orderIds: ['till-1', 'till-2'], ...figures })
  const counted = await close(client, 'Z-1', { cashManagement })
  t.match(counted, { zReportNumber: number, revision: 2, orderIds: ['till-1', 'till-2'], ...figures, cashManagement })
  const first = await eventually(
    () => readBookedPosting(client, 'Z-1'),
    ({ lines }) => lines.length === 8,
  )
  t.match(first.posting, { orderIds: ['till-1', 'till-2'], imbalance: 0, autoBalanced: false, totalDebit: 710, totalCredit: 710 })
  t.same(
    first.lines,
    [
      'PaymentMethod 300 0',
      'PaymentMethod 0 10',
      'PaymentMethod 0 200',
      'GiftCardLiability 200 0',
      'CashInTransit 200 0',
      'OverShort 10 0',
      'Sales 0 400',
      'OutputVat 0 100',
    ].sort(),
  )

  await client.call('POST', '/api/Orders/till-1/AddPayments', { body: [pay(125, 'Cash', 'Credit')] })
  await sell(client, 'till-3', [pay(250, 'Cash')])
  const second = await close(client, 'Z-2')
  t.match(second, {
    zReportNumber: number + 1,
    sales: { amount: 250, count: 1 },
    returns: { amount: 125, count: 1 },
    payments: [{ name: 'Cash', amount: 250, count: 1 }],
    paymentRefunds: [{ name: 'Cash', amount: 125, count: 1 }],
    vatGroupRefunds: [{ vatValue: 25, amount: 125, count: 1 }],
    orderIds: ['till-3'],
    laterPayments: [{ orderId: 'till-1' }],
  })
  const { posting, lines } = await readBookedPosting(client, 'Z-2')
  t.match(posting, { orderIds: ['till-1', 'till-3'], imbalance: 0, autoBalanced: false, totalDebit: 375, totalCredit: 375 })
  t.same(
    lines,
    ['PaymentMethod 250 0', 'RefundPaymentMethod 0 125', 'Sales 0 200', 'Sales 100 0', 'OutputVat 0 50', 'OutputVat 25 0'].sort(),
  )

  await sell(client, 'till-4', [pay(250, 'Invoice', 'Invoiced')])
  t.match(await close(client, 'Z-3'), { payments: [{ name: 'Invoice', amount: 250, count: 1, behaviour: 'invoice' }] })
  const onAccount = await readBookedPosting(client, 'Z-3')
  t.same(onAccount.lines, ['OutputVat 0 50', 'Receivable 250 0', 'Sales 0 200'])

  const found = await client.call<{ result: Posting[] }>('POST', '/api/Accounting/Postings/Search', {
    body: { orderIds: ['till-1'] },
  })
  t.same(found.body.result.map(({ id }) => id).sort(), [first.posting.id, posting.id].sort(), 'the sale and the refund')
  const withoutId = await client.call('GET', '/api/Accounting/Postings/ByZReport/', { also: [400] })
  t.match(withoutId, { status: 400, body: { error: 'ValidationFailed' } })
  t.match(await runOms(['accounting', 'verify'], dataDir), { code: 0 })
})

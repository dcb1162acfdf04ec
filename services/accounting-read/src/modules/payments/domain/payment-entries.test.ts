import type { PaymentBreakdownEntry } from '@open-oms/contracts/orders/payment-event-data'
import { Decimal } from '@open-oms/money/decimal'
import t from 'tap'
import { builtPosting } from '../../../testing/built-posting.ts'
import { aContext, anAccount, aPart, aTransaction, chartWith } from '../../../testing/sample-postings.ts'
import { lineImbalance, type PostingLine } from '../../postings/domain/posting-content.ts'
import { addTransaction, type EntryContext, noPaymentEntries } from './payment-entries.ts'
import type { PaymentTransaction } from './payment-transaction.ts'

function buildLines(transactions: readonly PaymentTransaction[], charts = [chartWith()]): readonly PostingLine[] {
  const built = builtPosting(transactions, aContext({ charts }))
  if (built.kind === 'draft') throw new Error(built.reasons.join('; '))
  t.ok(lineImbalance(built.content.lines).isZero(), 'balanced')
  t.notOk(built.content.autoBalanced)
  for (const { debit, credit } of built.content.lines) {
    t.ok(debit.isZero() !== credit.isZero() && !debit.isNegative() && !credit.isNegative(), 'a line has one side, above zero')
  }
  return built.content.lines
}

const rows = (lines: readonly PostingLine[]) =>
  lines.map(
    ({ category, accountNumber, debit, credit, vatAmount }) =>
      `${category} ${accountNumber} ${debit} ${credit} ${vatAmount ?? '-'}`,
  )

const payment = (transactionType: 'Capture' | 'Credit', amount: number, breakdown: PaymentBreakdownEntry[]) =>
  aTransaction({ transactionType, amount: String(amount), breakdown })

const at25 = (net: number, vatAmount: number) => aPart('Sales', net, { vatRate: 25, vatAmount })
const at15 = (net: number, vatAmount: number) => aPart('Sales', net, { vatRate: 15, vatAmount })

// 1,000 at 25 % and 230 at 15 % ordered, 400 captured, the second line cancelled, 600 captured.
const captures = [
  payment('Capture', 400, [at25(260.16, 65.04), at15(65.04, 9.76)]),
  payment('Capture', 600, [at25(539.84, 134.96), at15(-65.04, -9.76)]),
]

t.test('given a payment with negative parts, when it is booked, then they are on the opposite side', async (t) => {
  t.same(rows(buildLines(captures.slice(1))), [
    'PaymentMethod 1500 600 0 -',
    'Sales 3000 0 539.84 134.96',
    'Sales 3010 65.04 0 9.76',
    'OutputVat 2700 0 134.96 134.96',
    'OutputVat 2701 9.76 0 9.76',
  ])
  t.same(rows(buildLines(captures)), ['PaymentMethod 1500 1000 0 -', 'Sales 3000 0 800 200', 'OutputVat 2700 0 200 200'])
})

t.test('given a refund whose parts exceed it, when it is booked, then the sides are mirrored line by line', async (t) => {
  const exchanged = payment('Credit', 100, [at25(800, 200), at15(-782.61, -117.39)])
  t.same(rows(buildLines([exchanged])), [
    'RefundPaymentMethod 1590 0 100 -',
    'Sales 3000 800 0 200',
    'Sales 3010 0 782.61 117.39',
    'OutputVat 2700 200 0 200',
    'OutputVat 2701 0 117.39 117.39',
  ])
})

t.test(
  'given a used deposit and a reversed discount, when they are booked, then each is on the opposite side of its account',
  async (t) => {
    const discount = anAccount('Discount', '3730')
    const late = payment('Capture', 130, [
      at15(200, 30),
      aPart('Discount', 40, { vatRate: 25, vatAmount: 10 }),
      aPart('Deposit', -150),
    ])
    t.same(rows(buildLines([late], [chartWith(discount)])), [
      'PaymentMethod 1500 130 0 -',
      'DepositLiability 2950 150 0 -',
      'Sales 3010 0 200 30',
      'Discount 3730 0 40 10',
      'OutputVat 2700 0 10 10',
      'OutputVat 2701 0 30 30',
    ])
  },
)

t.test('given a correction of tax only, when it is booked, then the amount moves between sales and VAT', async (t) => {
  const corrected = payment('Capture', 115, [at15(100, 15), at25(-0.01, 0.01)])
  t.same(rows(buildLines([corrected])), [
    'PaymentMethod 1500 115 0 -',
    'Sales 3000 0.01 0 -0.01',
    'Sales 3010 0 100 15',
    'OutputVat 2700 0 0.01 0.01',
    'OutputVat 2701 0 15 15',
  ])
})

/** Credit less debit by account, over the postings of several days. */
function balances(days: readonly (readonly PaymentTransaction[])[]): Record<string, string> {
  const sums = new Map<string, Decimal>()
  for (const { accountNumber, credit, debit } of days.flatMap((day) => buildLines(day)))
    sums.set(accountNumber, (sums.get(accountNumber) ?? new Decimal(0)).plus(credit).minus(debit))
  return Object.fromEntries([...sums].filter(([, sum]) => !sum.isZero()).map(([account, sum]) => [account, sum.toString()]))
}

t.test('given an edited order paid on any days, when all are booked, then the ledger has its sales and VAT', async (t) => {
  const [one, two] = captures as [PaymentTransaction, PaymentTransaction]
  // Then the first line is reduced to 700, and the difference is refunded.
  const three = payment('Credit', 300, [at25(240, 60)])
  const whole = { '1500': '-1000', '1590': '300', '3000': '560', '2700': '140' }
  for (const days of [[[one], [two], [three]], [[one, two, three]], [[one], [two, three]], [[one, two], [three]]]) {
    t.same(balances(days), whole)
  }
})

t.test('given a refund of an unpaid invoice, when it is booked, then it reduces the receivable', async (t) => {
  const refund = {
    ...payment('Credit', 100, [at25(80, 20)]),
    ...{ method: 'Invoice', reducesReceivable: true, customerNumber: 'K-8', invoiceNumber: 'F-1001', creditNoteNumber: 'K-2001' },
  }
  const lines = buildLines([refund, { ...refund, paymentId: 'p-2', invoiceNumber: 'F-1002' }])
  t.match(
    lines.filter(({ category }) => category === 'Receivable'),
    [
      { credit: new Decimal(100), customerNumber: 'K-8', invoiceNumber: 'F-1001', creditNoteNumber: 'K-2001' },
      { credit: new Decimal(100), customerNumber: 'K-8', invoiceNumber: 'F-1002', creditNoteNumber: 'K-2001' },
    ],
  )
  t.notOk(lines.some(({ category }) => category === 'RefundPaymentMethod'))
})

const entryContext: EntryContext = {
  postingDate: '2026-01-15',
  companyStores: new Map([
    ['Oslo-01', 'D-Oslo'],
    ['Central', 'D-Central'],
  ]),
  storeId: 'Oslo-01',
  giftCardMethods: new Set(),
}

/** The entries of a kind: category, direction, note, store, method, amount and VAT. */
function entriesOf(part: 'fee' | 'transfer', fields: Partial<PaymentTransaction>, context = entryContext): string[] {
  const sums = noPaymentEntries()
  addTransaction(sums, aTransaction({ method: 'Card', ...fields }), context)
  return [...sums.entries.values()]
    .filter((entry) => entry.part === part)
    .map(({ category, direction, note, storeId, method, amount, vatAmount }) =>
      [category, direction, note, storeId, method, amount, vatAmount].join(' '),
    )
}

t.test('given the fee of a provider, when it is booked, then it is an expense that reduces what is owed', async (t) => {
  t.same(entriesOf('fee', { providerFee: null }), [])
  t.same(entriesOf('fee', { providerFee: '2.50' }), [
    'PaymentProviderFee sale   Card -2.5 0',
    'PaymentMethod sale fee  Card 2.5 0',
  ])
  t.same(entriesOf('fee', { providerFee: '2.50', transactionType: 'Credit' }), [
    'PaymentProviderFee refund   Card -2.5 0',
    'RefundPaymentMethod refund fee  Card 2.5 0',
  ])
})

t.test('given goods of another store of the company, when they are sold, then their cost moves between both', async (t) => {
  const from = (warehouseCode: string) => [{ lineItemId: null, shipmentId: null, warehouseCode, cost: 40 }]
  const transfers = from('Central')
  t.same(entriesOf('transfer', { transfers }), [
    'InternalTransferOut sale to D-Oslo D-Central  40 0',
    'InternalTransferIn sale from D-Central D-Oslo  -40 0',
  ])
  t.same(entriesOf('transfer', { transfers: from('Oslo-01') }), [], 'its own goods')
  t.same(entriesOf('transfer', { transfers: from('Elsewhere') }), [], 'of no store of the company')
  const unknown = { ...entryContext, storeId: 'New-01' }
  t.match(entriesOf('transfer', { transfers }, unknown), [
    'InternalTransferOut sale to New-01 D-Central  40 0',
    / New-01 {2}-40 0$/,
  ])
})

t.test('given payments that are not understood, when they are added, then their orders are named', async (t) => {
  const sums = noPaymentEntries()
  addTransaction(sums, aTransaction({ orderId: 'right' }), entryContext)
  addTransaction(sums, aTransaction({ orderId: 'odd', unreadableProviderFee: 'free' }), entryContext)
  addTransaction(sums, { ...payment('Capture', 100, [at25(80, 10)]), orderId: 'uneven' }, entryContext)
  t.same([...sums.unreadableFees], [['odd', 'free']])
  t.same([...sums.unevenOrderIds], ['uneven'])
  t.same([...sums.orderIds], ['right', 'odd', 'uneven'])
})

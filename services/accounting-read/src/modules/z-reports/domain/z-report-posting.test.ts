import type { ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { aZReport } from '../../../testing/accounting-fixture.ts'
import { aContext, anAccount, chartWith, tillAccounts } from '../../../testing/sample-postings.ts'
import type { PostingContent } from '../../postings/domain/posting-content.ts'
import { lineImbalance } from '../../postings/domain/posting-content.ts'
import type { BuiltPosting, PostingContext } from '../../postings/domain/posting-context.ts'
import { buildZReportPosting } from './z-report-posting.ts'

const tillContext = (fields: Partial<PostingContext> = {}) =>
  aContext({ charts: [chartWith(anAccount('PaymentMethod', '1900', 'Cash'), ...tillAccounts)], ...fields })

function postingContent(built: BuiltPosting): PostingContent {
  if (built.kind === 'draft') throw new Error(built.reasons.join('; '))
  return built.content
}

const build = (fields: Partial<ZReport> = {}, context: Partial<PostingContext> = {}) =>
  postingContent(buildZReportPosting(aZReport(fields), tillContext(context)))

const rows = ({ lines }: PostingContent) =>
  lines.map(({ category, accountNumber, debit, credit }) => `${category} ${accountNumber} ${debit} ${credit}`)

const nothing = { amount: 0, count: 0 }
const emptyDrawer = { cashIn: 0, cashOut: 0, cashCounted: 0, cashExpected: 0, cashDiff: 0, cashBank: 0, cashFloat: 0 }
const empty: Partial<ZReport> = {
  sales: nothing,
  returns: nothing,
  payments: [],
  paymentRefunds: [],
  vatGroups: [],
  vatGroupRefunds: [],
  cashManagement: emptyDrawer,
}

t.test(
  'given sales, refunds, cash short, money to the bank and a larger float, when they are booked, then each has its lines',
  async (t) => {
    const content = build()
    t.same(
      rows(content).sort(),
      [
        'PaymentMethod 1900 0 1',
        'PaymentMethod 1900 0 200',
        'PaymentMethod 1900 0 24',
        'PaymentMethod 1900 250 0',
        'RefundPaymentMethod 1590 0 25',
        'CashInTransit 1909 200 0',
        'CashFloat 1905 24 0',
        'OverShort 7790 1 0',
        'Sales 3000 20 0',
        'Sales 3000 0 200',
        'OutputVat 2700 5 0',
        'OutputVat 2700 0 50',
      ].sort(),
    )
    t.equal(content.lines.length, 12)
    t.match(content, {
      source: 'PosZReport',
      zReportId: 'Z-1',
      zReportNumber: 1,
      registerIds: ['R1'],
      postingDate: '2026-01-15',
      orderIds: ['pos-1', 'pos-2'],
      autoBalanced: false,
      warnings: { length: 0 },
    })
    t.ok(content.lines.every(({ registerId }) => registerId === 'R1'))
    t.same(
      content.lines
        .filter(({ credit }) => !credit.isZero())
        .flatMap(({ category, description }) => (category === 'PaymentMethod' ? [description] : []))
        .sort(),
      ['PaymentMethod 1900, Cash, float', 'PaymentMethod 1900, Cash, over or short', 'PaymentMethod 1900, Cash, to the bank'],
    )
  },
)

t.test('given cash over and a smaller float, when they are booked, then the sides are opposite', async (t) => {
  const cashManagement = { ...emptyDrawer, cashDiff: 2.5, cashFloat: -100, cashBank: 350 }
  t.same(rows(build({ ...empty, cashManagement })).sort(), [
    'CashFloat 1905 0 100',
    'CashInTransit 1909 350 0',
    'OverShort 7790 0 2.5',
    'PaymentMethod 1900 0 350',
    'PaymentMethod 1900 100 0',
    'PaymentMethod 1900 2.5 0',
  ])
})

t.test('given gift cards, tips and rounding, when they are booked, then each is on its account', async (t) => {
  const report = {
    ...empty,
    payments: [
      { name: 'Card', amount: 345.5, count: 2 },
      { name: 'GiftCard', amount: 100, count: 1 },
    ],
    paymentRefunds: [{ name: 'GiftCard', amount: 10, count: 1 }],
    vatGroups: [
      { vatValue: 25, amount: 125, count: 1 },
      { vatValue: 15, amount: 0.5, count: 1 },
    ],
    vatGroupRefunds: [{ vatValue: 0, amount: 10, count: 1 }],
    tips: 20,
    giftCardsSold: 300,
    giftCardsUsed: 100,
    roundOff: 0,
  }
  t.same(
    rows(build(report)).sort(),
    [
      'PaymentMethod 1500 345.5 0',
      'GiftCardLiability 2960 0 10',
      'GiftCardLiability 2960 0 300',
      'GiftCardLiability 2960 100 0',
      'Tip 2970 0 20',
      'Sales 3020 10 0',
      'Sales 3010 0 0.43',
      'Sales 3000 0 100',
      'OutputVat 2701 0 0.07',
      'OutputVat 2700 0 25',
    ].sort(),
  )
  t.same(rows(build({ ...empty, roundOff: 0.4, payments: [{ name: 'Card', amount: 0.4, count: 1 }] })), [
    'PaymentMethod 1500 0.4 0',
    'Rounding 7740 0 0.4',
  ])
  t.same(rows(build({ ...empty, roundOff: -0.4, paymentRefunds: [{ name: 'Card', amount: 0.4, count: 1 }] })), [
    'RefundPaymentMethod 1590 0 0.4',
    'Rounding 7740 0.4 0',
  ])
})

// Regression: what was paid beyond an order was booked to the suspense account as a residual.
t.test('given deposits, when they are booked, then they are a liability until they are refunded', async (t) => {
  const taken = { payments: [{ name: 'Card', amount: 150, count: 1 }], vatGroups: [{ vatValue: 25, amount: 100, count: 1 }] }
  const content = build({ ...empty, ...taken, deposits: 50 })
  t.same(rows(content).sort(), [
    'DepositLiability 2950 0 50',
    'OutputVat 2700 0 20',
    'PaymentMethod 1500 150 0',
    'Sales 3000 0 80',
  ])
  t.match(content, { autoBalanced: false, warnings: { length: 0 } })
  t.same(rows(build({ ...empty, paymentRefunds: [{ name: 'Card', amount: 50, count: 1 }], deposits: -50 })), [
    'RefundPaymentMethod 1590 0 50',
    'DepositLiability 2950 50 0',
  ])
})

// Regression: sales on account were booked to the account of the payment method, as a claim against
// a provider who owes nothing.
t.test(
  'given payments on account and others by the same method, when a report is booked, then only the former are receivables',
  async (t) => {
    const payments = [
      { name: 'Card', amount: 50, count: 1 },
      { name: 'Card', amount: 200, count: 2, behaviour: 'invoice' as const },
      { name: 'GiftCard', amount: 25, count: 1, behaviour: 'invoice' as const },
    ]
    const content = build({ ...empty, payments, vatGroups: [{ vatValue: 25, amount: 275, count: 3 }] })
    t.same(rows(content).sort(), [
      'OutputVat 2700 0 55',
      'PaymentMethod 1500 50 0',
      'Receivable 1510 200 0',
      'Receivable 1510 25 0',
      'Sales 3000 0 220',
    ])
    t.match(content, { autoBalanced: false, warnings: { length: 0 } })
    const lines = content.lines.filter(({ category }) => category === 'Receivable')
    t.match(lines, [{ description: 'Receivable 1510, Card', customerNumber: null, invoiceNumber: null }, {}])
    const paymentRefunds = [{ name: 'Card', amount: 100, count: 1, behaviour: 'invoice' as const }]
    t.same(rows(build({ ...empty, paymentRefunds, vatGroupRefunds: [{ vatValue: 25, amount: 100, count: 1 }] })).sort(), [
      'OutputVat 2700 20 0',
      'Receivable 1510 0 100',
      'Sales 3000 80 0',
    ])
  },
)

t.test(
  'given several registers, when a report is booked, then only the header names them, and the date is the UTC day of the close',
  async (t) => {
    const content = build({ registerIds: ['R2', 'R1'], dateClosed: '2026-01-15T23:30:00.000Z' }, { postingDate: '2026-01-15' })
    t.same(content.registerIds, ['R1', 'R2'])
    t.ok(content.lines.every(({ registerId }) => registerId === null))
  },
)

t.test('given several amounts of a VAT rate, when they are booked, then net and VAT are rounded once', async (t) => {
  const thirds = [1, 1, 1].map((amount) => ({ vatValue: 10, amount, count: 1 }))
  const payments = [{ name: 'Card', amount: 3, count: 3 }]
  t.same(rows(build({ ...empty, currencyCode: 'JPY', vatGroups: thirds, payments }, { currencyCode: 'JPY' })), [
    'PaymentMethod 1500 3 0',
    'Sales 3020 0 3',
  ])
  t.same(rows(build({ ...empty, vatGroups: thirds, payments })), [
    'PaymentMethod 1500 3 0',
    'Sales 3020 0 2.73',
    'OutputVat 2701 0 0.27',
  ])
})

// Regression: the VAT of the sum was booked, where the receipts showed another one.
t.test('given a report with the VAT of its receipts, when it is booked, then that is the VAT of the ledger', async (t) => {
  const payments = [{ name: 'Card', amount: 300, count: 3 }]
  const receipts = [1, 2, 3].map(() => ({ vatValue: 15, amount: 100, vatAmount: 13.05, count: 1 }))
  t.same(rows(build({ ...empty, vatGroups: receipts, payments })).sort(), [
    'OutputVat 2701 0 39.15',
    'PaymentMethod 1500 300 0',
    'Sales 3010 0 260.85',
  ])
  const [stated] = receipts
  const mixed = [stated as never, { vatValue: 15, amount: 100, count: 1 }, { vatValue: 15, amount: 100, count: 1 }]
  t.ok(rows(build({ ...empty, vatGroups: mixed, payments })).includes('OutputVat 2701 0 39.14'), '13.05 and 26.09')
  const refunds = { paymentRefunds: payments, vatGroupRefunds: receipts }
  t.same(rows(build({ ...empty, ...refunds })).sort(), [
    'OutputVat 2701 39.15 0',
    'RefundPaymentMethod 1590 0 300',
    'Sales 3010 260.85 0',
  ])
  const charts = [chartWith(anAccount('Sales', '3990', 'Fee'), ...tillAccounts)]
  const fees = [{ vatValue: 15, amount: 100, vatAmount: 13.05 }]
  const withFees = rows(build({ ...empty, vatGroups: receipts, payments, fees }, { charts }))
  t.ok(withFees.includes('Sales 3990 0 86.95'), 'the fee is booked with its own VAT')
  t.ok(withFees.includes('OutputVat 2701 0 39.15'))
})

t.test(
  'given an over-short account in the settings, when cash is over or short, then it is used before that of the category',
  async (t) => {
    const charts = [
      chartWith(anAccount('OverShort', '7791'), anAccount('Other', '7799'), anAccount('PaymentMethod', '1900', 'Cash')),
    ]
    const report = { ...empty, cashManagement: { ...emptyDrawer, cashDiff: -3 } }
    const account = (overShortAccountNumber: string | null) =>
      rows(build(report, { charts, settings: { ...aContext().settings, overShortAccountNumber } })).find((row) =>
        row.startsWith('Over'),
      )
    t.same(
      [account(null), account('7799'), account('7791'), account('none')],
      ['OverShort 7791 3 0', 'OverShort 7799 3 0', 'OverShort 7791 3 0', 'OverShort 7791 3 0'],
    )
  },
)

t.test(
  'given figures that do not add up, when they are booked, then the rest is on suspense, or a draft without such an account',
  async (t) => {
    const uneven = build({ ...empty, payments: [{ name: 'Card', amount: 5, count: 1 }] })
    t.same(rows(uneven), ['PaymentMethod 1500 5 0', 'Other 1999 0 5'])
    t.match(uneven, { autoBalanced: true, warnings: [/residual of 5 NOK/] })
    t.equal(uneven.lines[1]?.registerId, 'R1')
    t.same(buildZReportPosting(aZReport(), aContext()), {
      kind: 'draft',
      reasons: [
        'no account for CashFloat (currency NOK)',
        'no account for CashInTransit (currency NOK)',
        'no account for OverShort (currency NOK)',
      ],
    })
  },
)

t.test('given an empty report and any chart, when it is booked, then it has no lines', async (t) => {
  t.same(rows(postingContent(buildZReportPosting(aZReport(empty), aContext({ charts: [] })))), [])
})

const cents = fc.integer({ min: 0, max: 5_000_000 }).map((whole) => whole / 100)
const either = fc.integer({ min: -50_000, max: 50_000 }).map((whole) => whole / 100)
const named = fc.array(
  fc.record({ name: fc.constantFrom('Cash', 'Card', 'GiftCard', 'Vipps'), amount: cents, count: fc.constant(1) }),
)
const rated = fc.array(fc.record({ vatValue: fc.constantFrom(0, 12, 15, 25, 8.1), amount: cents, count: fc.constant(1) }))

t.test('given any figures, when they are booked, then debit equals credit and each line has one side above zero', async (t) => {
  const figures = fc.record({
    payments: named,
    paymentRefunds: named,
    vatGroups: rated,
    vatGroupRefunds: rated,
    tips: either,
    giftCardsSold: either,
    roundOff: either,
    deposits: either,
    cashManagement: fc
      .record({ cashDiff: either, cashBank: cents, cashFloat: either })
      .map((drawer) => ({ ...emptyDrawer, ...drawer })),
  })
  fc.assert(
    fc.property(figures, fc.boolean(), (fields, roundToWholeUnits) => {
      const content = build(fields, { settings: { ...aContext().settings, roundToWholeUnits } })
      const { lines, autoBalanced } = content
      const sum = (list: { amount: number }[]) => list.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
      const off =
        sum(fields.payments) -
        sum(fields.paymentRefunds) -
        sum(fields.vatGroups) +
        sum(fields.vatGroupRefunds) -
        Math.round((fields.tips + fields.giftCardsSold + fields.roundOff + fields.deposits) * 100)
      return (
        lineImbalance(lines).isZero() &&
        lines.every(({ debit, credit }) => debit.isZero() !== credit.isZero() && !debit.isNegative() && !credit.isNegative()) &&
        (roundToWholeUnits || autoBalanced === (off !== 0))
      )
    }),
    { numRuns: propertyRuns(300) },
  )
  t.pass()
})

t.test('given fees in a report, when it is booked, then they are sales unless the chart has an account for them', async (t) => {
  const vatGroups = [{ vatValue: 25, amount: 110, count: 1 }]
  const figures = {
    ...empty,
    payments: [{ name: 'Cash', amount: 110, count: 1 }],
    vatGroups,
    fees: [{ vatValue: 25, amount: 10 }],
  }
  t.same(rows(build(figures)).sort(), ['OutputVat 2700 0 22', 'PaymentMethod 1900 110 0', 'Sales 3000 0 88'])
  const charts = [chartWith(anAccount('PaymentMethod', '1900', 'Cash'), anAccount('Sales', '3990', 'Fee'), ...tillAccounts)]
  t.same(rows(build(figures, { charts })).sort(), [
    'OutputVat 2700 0 22',
    'PaymentMethod 1900 110 0',
    'Sales 3000 0 80',
    'Sales 3990 0 8',
  ])
  const refunded = {
    ...empty,
    paymentRefunds: [{ name: 'Cash', amount: 10, count: 1 }],
    vatGroupRefunds: [{ vatValue: 25, amount: 10, count: 1 }],
    fees: [{ vatValue: 25, amount: -10 }],
  }
  t.same(rows(build(refunded, { charts })).sort(), ['OutputVat 2700 2 0', 'RefundPaymentMethod 1590 0 10', 'Sales 3990 8 0'])
})

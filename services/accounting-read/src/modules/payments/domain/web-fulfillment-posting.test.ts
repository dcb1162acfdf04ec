import t from 'tap'
import { builtPosting } from '../../../testing/built-posting.ts'
import { aContext, anAccount, aPart, aTransaction, chartWith, chartWithout } from '../../../testing/sample-postings.ts'
import type { PostingContent } from '../../postings/domain/posting-content.ts'
import type { BuiltPosting } from '../../postings/domain/posting-context.ts'

function postingContent(built: BuiltPosting): PostingContent {
  if (built.kind === 'draft') throw new Error(built.reasons.join('; '))
  return built.content
}

/** Lines as `category account debit credit` and what else is asked for. */
function rows(content: PostingContent, ...more: ('vatCode' | 'vatRate' | 'taxGroupCode' | 'vatAmount')[]): string[] {
  return content.lines.map((line) =>
    [line.category, line.accountNumber, line.debit, line.credit, ...more.map((name) => line[name] ?? '-')].map(String).join(' '),
  )
}

const card = (...breakdown: ReturnType<typeof aPart>[]) =>
  aTransaction({ breakdown, amount: String(breakdown.reduce((sum, part) => sum + part.net + part.vatAmount, 0)) })

t.test(
  'given a sale, when it is booked, then sales, shipping and VAT are credited and its payment method is debited',
  async (t) => {
    const sale = card(
      aPart('Sales', 100, { vatRate: 25, vatAmount: 25 }),
      aPart('Sales', 200, { vatRate: 15, vatAmount: 30 }),
      aPart('Shipping', 40, { vatRate: 25, vatAmount: 10 }),
    )
    const content = postingContent(builtPosting([sale, { ...sale, orderId: 'order-2' }], aContext()))
    t.same(rows(content), [
      'PaymentMethod 1500 810 0',
      'Sales 3000 0 200',
      'Sales 3010 0 400',
      'Shipping 3090 0 80',
      'OutputVat 2700 0 70',
      'OutputVat 2701 0 60',
    ])
    t.equal(content.totalDebit.toString(), '810')
    t.equal(content.totalCredit.toString(), '810')
    t.same(content.orderIds, ['order-1', 'order-2'])
    t.same(content.warnings, [])
  },
)

t.test('given a credit, when it is booked, then it has separate lines with opposite sides', async (t) => {
  const sale = aTransaction()
  const credit = aTransaction({
    transactionType: 'Credit',
    amount: '50',
    breakdown: [aPart('Sales', 40, { vatRate: 25, vatAmount: 10 })],
  })
  t.same(rows(postingContent(builtPosting([sale, credit], aContext()))), [
    'PaymentMethod 1500 125 0',
    'RefundPaymentMethod 1590 0 50',
    'Sales 3000 40 0',
    'Sales 3000 0 100',
    'OutputVat 2700 10 0',
    'OutputVat 2700 0 25',
  ])
})

t.test('given payments by several methods, when they are booked, then each method has its line', async (t) => {
  const vipps = aTransaction({ method: 'Vipps' })
  const content = postingContent(builtPosting([aTransaction(), vipps, aTransaction({ method: 'Klarna' })], aContext()))
  const payments = content.lines.filter((line) => line.category === 'PaymentMethod')
  t.same(
    payments.map((line) => `${line.accountNumber} ${line.debit} ${line.description}`),
    ['1500 125 PaymentMethod 1500, Card', '1590 125 PaymentMethod 1590, Klarna', '1590 125 PaymentMethod 1590, Vipps'],
  )
})

t.test(
  'given tax groups, when a line is booked, then its VAT code is that of the group on that day, else of the account',
  async (t) => {
    const sale = card(
      aPart('Sales', 100, { vatRate: 25, vatAmount: 25, taxGroupCode: 'normal' }),
      aPart('Sales', 80, { vatRate: 25, vatAmount: 20 }),
    )
    const shown = (postingDate: string) =>
      rows(
        postingContent(builtPosting([sale], aContext({ postingDate }))),
        'vatCode',
        'vatRate',
        'taxGroupCode',
        'vatAmount',
      ).slice(1)
    t.same(shown('2026-01-31'), [
      'Sales 3000 0 80 3 25 - 20',
      'Sales 3000 0 100 NO-25 25 normal 25',
      'OutputVat 2700 0 20 3 25 - 20',
      'OutputVat 2700 0 25 NO-25 25 normal 25',
    ])
    t.match(shown('2026-02-01')[1], /NO-25B/)
    const unknown = postingContent(builtPosting([card(aPart('Sales', 10, { vatRate: 0, taxGroupCode: 'gone' }))], aContext()))
    t.same(unknown.warnings, ['Tax group gone does not hold on 2026-01-15.'])
  },
)

t.test('given a tax group outside the scope of VAT, when a line is booked, then it has no rate and no VAT amount', async (t) => {
  const sale = card(aPart('Sales', 100, { vatRate: 0, taxGroupCode: 'exempt' }))
  const content = postingContent(builtPosting([sale], aContext()))
  t.same(rows(content, 'vatRate', 'vatAmount')[1], 'Sales 3020 0 100 - -')
})

t.test(
  'given an invoiced payment, when it is booked, then each order has a receivable with customer, invoice, dates and KID',
  async (t) => {
    const invoiced = aTransaction({
      transactionType: 'Invoiced',
      method: 'Invoice',
      invoiceNumber: 'F-9',
      paymentTermsNet: 20,
      kidNumber: '0012',
    })
    const other = { ...invoiced, orderId: 'order-2', orderNumber: '1002', invoiceNumber: 'F-10', paymentTermsNet: null }
    const content = postingContent(builtPosting([invoiced, { ...invoiced, paymentId: 'second' }, other], aContext()))
    const lines = content.lines.filter((line) => line.category === 'Receivable')
    t.same(
      lines.map(({ debit, customerNumber, invoiceNumber, invoiceDate, dueDate, kidNumber, description }) => ({
        debit: debit.toNumber(),
        customerNumber,
        invoiceNumber,
        invoiceDate,
        dueDate,
        kidNumber,
        description,
      })),
      [
        {
          debit: 125,
          customerNumber: 'C-7',
          invoiceNumber: 'F-10',
          invoiceDate: '2026-01-15',
          dueDate: null,
          kidNumber: '0012',
          description: 'Receivable 1510, order 1002',
        },
        {
          debit: 250,
          customerNumber: 'C-7',
          invoiceNumber: 'F-9',
          invoiceDate: '2026-01-15',
          dueDate: '2026-02-04',
          kidNumber: '0012',
          description: 'Receivable 1510, order 1001',
        },
      ],
    )
  },
)

t.test('given a credit with a credit note, when it is booked, then it has a separate line with that number', async (t) => {
  const credit = aTransaction({ transactionType: 'Credit', creditNoteNumber: 'K-3', invoiceNumber: 'F-9' })
  const plain = aTransaction({ transactionType: 'Credit', orderId: 'order-2' })
  const lines = postingContent(builtPosting([credit, plain], aContext())).lines.filter(
    (line) => line.category === 'RefundPaymentMethod',
  )
  t.same(
    lines.map((line) => [line.creditNoteNumber, line.invoiceNumber, line.credit.toNumber()]),
    [
      [null, null, 125],
      ['K-3', 'F-9', 125],
    ],
  )
})

t.test('given a gift card, when it is sold or used, then its liability is credited or debited', async (t) => {
  const sold = card(aPart('GiftCard', 500))
  const used = aTransaction({ method: 'GiftCard' })
  t.same(rows(postingContent(builtPosting([sold, used], aContext()))), [
    'PaymentMethod 1500 500 0',
    'GiftCardLiability 2960 125 0',
    'GiftCardLiability 2960 0 500',
    'Sales 3000 0 100',
    'OutputVat 2700 0 25',
  ])
})

t.test('given tips, fees, deposits and rounding, when they are booked, then each is on its account', async (t) => {
  const up = card(
    aPart('Sales', 80, { vatRate: 25, vatAmount: 20 }),
    aPart('Tip', 10),
    aPart('Fee', 8, { vatRate: 25, vatAmount: 2 }),
    aPart('Deposit', 7),
    aPart('Rounding', 0.4),
  )
  t.same(rows(postingContent(builtPosting([up], aContext()))), [
    'PaymentMethod 1500 127.4 0',
    'DepositLiability 2950 0 7',
    'Tip 2970 0 10',
    'Sales 3000 0 88',
    'OutputVat 2700 0 22',
    'Rounding 7740 0 0.4',
  ])
  const down = card(aPart('Sales', 80, { vatRate: 25, vatAmount: 20 }), aPart('Rounding', -0.4))
  t.match(rows(postingContent(builtPosting([down], aContext()))).at(-1), 'Rounding 7740 0.4 0')
})

t.test('given a chart with an account for fees, when a fee is booked, then that account wins', async (t) => {
  const sale = card(
    aPart('Sales', 80, { vatRate: 25, vatAmount: 20 }),
    aPart('Fee', 8, { vatRate: 25, vatAmount: 2, taxGroupCode: 'food' }),
  )
  for (const category of ['Sales', 'PaymentProviderFee'] as const) {
    const charts = [chartWith(anAccount(category, '3990', 'fee'))]
    t.same(
      rows(postingContent(builtPosting([sale], aContext({ charts })))).sort(),
      [`${category} 3990 0 8`, 'OutputVat 2700 0 2', 'OutputVat 2700 0 20', 'PaymentMethod 1500 110 0', 'Sales 3000 0 80'].sort(),
    )
  }
})

t.test('given a discount, when it is booked, then it is part of sales unless the chart has a Discount account', async (t) => {
  const sale = card(aPart('Sales', 100, { vatRate: 25, vatAmount: 25 }), aPart('Discount', -20, { vatRate: 25, vatAmount: -5 }))
  t.same(rows(postingContent(builtPosting([sale], aContext())), 'vatAmount'), [
    'PaymentMethod 1500 100 0 -',
    'Sales 3000 0 80 20',
    'OutputVat 2700 0 20 20',
  ])
  const charts = [chartWith(anAccount('Discount', '3080'))]
  t.same(rows(postingContent(builtPosting([sale], aContext({ charts }))), 'vatAmount'), [
    'PaymentMethod 1500 100 0 -',
    'Sales 3000 0 100 25',
    'Discount 3080 20 0 5',
    'OutputVat 2700 0 20 20',
  ])
})

t.test('given rental sales, when they are booked, then they are sales unless the chart has an account for them', async (t) => {
  const sale = card(
    aPart('Sales', 100, { vatRate: 25, vatAmount: 25, isRental: true }),
    aPart('Sales', 60, { vatRate: 25, vatAmount: 15 }),
  )
  const charts = [chartWith(anAccount('RentalSales', '3600'))]
  t.same(rows(postingContent(builtPosting([sale], aContext({ charts })))).slice(1, 3), [
    'Sales 3000 0 60',
    'RentalSales 3600 0 100',
  ])
  t.same(rows(postingContent(builtPosting([sale], aContext()))).slice(1, 2), ['Sales 3000 0 160'])
})

t.test('given entries without an account, when they are booked, then the result is a draft with every reason', async (t) => {
  const sale = card(aPart('GiftCard', 500), aPart('Tip', 10))
  const charts = [
    {
      ...chartWithout('GiftCardLiability'),
      accounts: chartWithout('GiftCardLiability').accounts.filter((a) => a.category !== 'Tip'),
    },
  ]
  t.same(builtPosting([sale], aContext({ charts })), {
    kind: 'draft',
    reasons: ['no account for GiftCardLiability (currency NOK)', 'no account for Tip (currency NOK)'],
  })
  t.same(builtPosting([sale], aContext({ charts: [] })), {
    kind: 'draft',
    reasons: ['store Oslo-01 has no chart of accounts'],
  })
})

t.test('given an entry of zero without an account, when it is booked, then no account is needed', async (t) => {
  const charts = [chartWithout('OutputVat')]
  const sale = card(aPart('Sales', 100, { vatRate: 0 }))
  t.same(rows(postingContent(builtPosting([sale], aContext({ charts })))), ['PaymentMethod 1500 100 0', 'Sales 3020 0 100'])
})

t.test(
  'given a residual, when it is booked, then it is rounding within the tolerance, else suspense with a warning',
  async (t) => {
    const small = postingContent(builtPosting([aTransaction({ amount: '125.004' })], aContext()))
    t.match(rows(small).at(-1), 'Rounding 7740 0 0.004')
    t.equal(small.autoBalanced, false)
    const large = postingContent(builtPosting([aTransaction({ amount: '120' })], aContext()))
    t.match(rows(large).at(-1), 'Other 1999 5 0')
    t.equal(large.autoBalanced, true)
    t.same(large.warnings, [
      'A residual of -5 NOK was booked on suspense account 1999.',
      'The breakdown of a payment does not add up to its amount: order order-1.',
    ])
    t.ok(large.totalDebit.equals(large.totalCredit))
  },
)

t.test('given a residual without an account, when it is booked, then the result is a draft', async (t) => {
  const off = aTransaction({ amount: '120' })
  const settings = { ...aContext().settings, suspenseAccountNumber: null }
  t.same(builtPosting([off], aContext({ settings })), {
    kind: 'draft',
    reasons: ['no suspense account for a residual of -5 NOK'],
  })
  const close = aTransaction({ amount: '125.004' })
  t.same(builtPosting([close], aContext({ charts: [chartWithout('Rounding')] })), {
    kind: 'draft',
    reasons: ['no account for Rounding (currency NOK)'],
  })
})

t.test('given whole units, when lines are rounded, then the difference is a Rounding line', async (t) => {
  const settings = { ...aContext().settings, roundToWholeUnits: true }
  const sales = [
    card(aPart('Sales', 100.4, { vatRate: 25, vatAmount: 25.1 })),
    card(aPart('Sales', 10.4, { vatRate: 15, vatAmount: 1.56 })),
  ]
  const content = postingContent(builtPosting(sales, aContext({ settings })))
  t.same(rows(content), [
    'PaymentMethod 1500 137 0',
    'Sales 3000 0 100',
    'Sales 3010 0 10',
    'OutputVat 2700 0 25',
    'OutputVat 2701 0 2',
  ])
  const uneven = postingContent(
    builtPosting([card(aPart('Sales', 100.4, { vatRate: 25, vatAmount: 25.4 }))], aContext({ settings })),
  )
  t.same(rows(uneven), ['PaymentMethod 1500 126 0', 'Sales 3000 0 100', 'OutputVat 2700 0 25', 'Rounding 7740 0 1'])
  t.equal(uneven.autoBalanced, false)
})

t.test('given no payments, when a posting is made, then it has no lines', async (t) => {
  const content = postingContent(builtPosting([], aContext({ charts: [] })))
  t.same(content.lines, [])
  t.equal(content.totalDebit.toString(), '0')
})

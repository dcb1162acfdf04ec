import { languages } from '@open-oms/contracts/language'
import t from 'tap'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { builtInLayout, documentConfig } from '../../../testing/documents/document-samples.ts'
import { sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { allocationsOfSales, returnForm } from '../../../testing/workflow/run-step.ts'
import { creditNoteFile, withAsset } from './credit-note.ts'
import type { DocumentBlock, DocumentModel } from './document-blocks.ts'

const lines = [
  { code: 'CUP', displayName: 'Cup', quantity: 3, deliveredQuantity: 3, placedPrice: 100, taxRate: 25 },
  { code: 'BOOK', displayName: 'Book', quantity: 1, deliveredQuantity: 1, placedPrice: 40, taxRate: 0 },
]

/** A return of one cup and the book, with 49 of shipping and a charge. */
function returned(fields: Parameters<typeof returnForm>[0] = {}) {
  const order = sampleOrder({ lineItems: lines })
  const [cup, book] = order.orderForm.lineItems
  const lineItems = [
    { ...cup, quantity: 1, returnReason: 'Broken' },
    { ...book, quantity: 1 },
  ] as never
  const form = returnForm({
    rmaNumber: 'RMA-9',
    lineItems,
    shippingCreditedTotal: 49,
    returnCharges: [{ amount: 30 }],
    ...fields,
  })
  return calculateTotals({ ...order, returnOrderForms: [form] }, sampleTerms)
}

const request = {
  returnId: '1',
  number: 'CN-7',
  config: documentConfig,
  layout: builtInLayout('credit-note'),
  allocations: [],
  now: '2026-03-02T10:00:00.000Z',
}
const modelText = (model: DocumentModel) => JSON.stringify(model).replaceAll('\u00a0', ' ')
const findPair = (blocks: readonly DocumentBlock[]) =>
  blocks.find((block) => block.type === 'pair') as Extract<DocumentBlock, { type: 'pair' }>
const number = (text: string) =>
  Number(
    text
      .replace(/[^\d,.−-]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  )

t.test('when a credit note is made, then it has the returned lines, further credits, charges and the numbers', (t) => {
  const { model } = creditNoteFile(returned(), request)
  t.match(model, { subject: 'CN-7', barcodes: [{ text: 'CN-7' }] })
  const values = model.facts.map(({ value }) => value)
  for (const value of ['CN-7', 'RMA-9']) t.ok(values.includes(value), value)
  const [table] = model.blocks as [Extract<DocumentBlock, { type: 'table' }>]
  t.match(table.rows, [{ cells: [/^/, 'Cup', '1', /25/, /100/], details: ['Broken'] }, { cells: [/^/, 'Book', '1', /0/, /40/] }])
  t.match(
    findPair(model.blocks).sums.rows.map(({ value }) => number(value)),
    [140, 49, -30, 159, 25.07, 133.93],
  )
  t.end()
})

t.test('given components of a package, when a credit note is made, then they name it, below it and alone', async (t) => {
  const order = sampleOrder({
    lineItems: [
      {
        code: 'SET',
        displayName: 'Breakfast set',
        quantity: 1,
        deliveredQuantity: 1,
        placedPrice: 100,
        isPackageBrokeDown: true,
      },
      { code: 'CUP', displayName: 'Cup', quantity: 1, deliveredQuantity: 1, placedPrice: 10 },
      { code: 'BOX', displayName: 'Box', quantity: 1, deliveredQuantity: 1, packageLineItemId: '1', isPackageBrokeDown: true },
      { code: 'BOWL', displayName: 'Bowl', quantity: 2, deliveredQuantity: 2, packageLineItemId: '3' },
    ],
  })
  const creditNoteRows = (lineItems: typeof order.orderForm.lineItems) => {
    const form = returnForm({ lineItems: lineItems as never })
    const { model } = creditNoteFile(calculateTotals({ ...order, returnOrderForms: [form] }, sampleTerms), request)
    const [table] = model.blocks as [Extract<DocumentBlock, { type: 'table' }>]
    return table.rows.map(({ cells, details }) => [cells[1], ...details])
  }
  const lineItems = order.orderForm.lineItems
  t.strictSame(creditNoteRows(lineItems), [['Breakfast set'], ['Box', 'Del av Breakfast set'], ['Bowl', 'Del av Box'], ['Cup']])
  t.strictSame(creditNoteRows(lineItems.slice(3)), [['Bowl', 'Del av Box']])
})

t.test('when a credit note is made, then its VAT table sums to the total, also when charges exceed credits', (t) => {
  for (const charge of [0, 30, 188, 189, 1_000]) {
    const order = returned({ returnCharges: [{ amount: charge }] })
    const pair = findPair(creditNoteFile(order, request).model.blocks)
    t.equal(pair === undefined, charge >= 189, 'nothing is credited, so nothing is taxed')
    if (pair === undefined) continue
    const { rows } = pair.table
    const figures = rows.map(({ cells }) => cells.slice(1).map(number))
    const total = figures.pop() as number[]
    const [form] = order.returnOrderForms
    t.same(total.slice(1), [form?.taxTotal, form?.total], `charge ${charge}`)
    for (const [column, sum] of total.entries()) {
      const added = figures.reduce((so, row) => so + (row[column] as number), 0)
      t.equal(added.toFixed(2), sum.toFixed(2), `charge ${charge}, column ${column}`)
    }
  }
  t.end()
})

t.test('given shipments of several tax rates, when their shipping is credited, then each is at its rate', (t) => {
  const shipments = [
    { shippingSubTotal: 62.5, shipmentTaxRate: 25 },
    { shippingSubTotal: 57.5, shipmentTaxRate: 15, lineItems: [] },
  ]
  const order = sampleOrder({ lineItems: lines, shipments })
  const form = returnForm({ shippingCreditedTotal: 120, lineItems: [] })
  const { model } = creditNoteFile(calculateTotals({ ...order, returnOrderForms: [form] }, sampleTerms), request)
  const rows = findPair(model.blocks).table.rows.map(({ cells }) => cells.slice(1).map(number))
  t.same(rows, [
    [50, 12.5, 62.5],
    [50, 7.5, 57.5],
    [100, 20, 120],
  ])
  t.end()
})

t.test('when a credit note is made, then it is in the language of the market', (t) => {
  const titles = languages.map((language) => {
    const markets = documentConfig.markets.map((market) => ({ ...market, language }))
    return creditNoteFile(returned(), { ...request, config: { ...documentConfig, markets } }).model.title
  })
  t.same(titles, ['Credit note', 'Kreditnota', 'Kreditfaktura', 'Kreditnota', 'Hyvityslasku', 'Gutschrift'])
  t.end()
})

t.test('when a credit note is made, then the order has one asset with its URL for the return form', (t) => {
  const order = { ...returned(), id: 'A/1' }
  const { asset } = creditNoteFile(order, { ...request, number: 'CN/7' })
  t.match(asset, {
    assetId: 'credit-note-1',
    url: '/api/Orders/A%2F1/Assets/credit-note-1',
    fileName: 'credit-note-CN-7.pdf',
    contentType: 'application/pdf',
    parentId: '1',
    purpose: 'CreditNote',
  })
  const twice = withAsset(withAsset(order, asset), { ...asset, name: 'again' })
  t.match(twice.assets, [{ name: 'again' }])
  t.equal(twice.assets.length, 1)
  t.end()
})

const invoiced = (invoiceId: string, lineItemId: string, fields: object = {}) => ({
  ...{ id: `p-${invoiceId}`, amount: 40, invoiceId, transactionId: invoiceId, paymentMethodName: 'Invoice' },
  ...{ transactionType: 'Invoiced' as const, status: 'Processed' as const, orderLineReferences: [{ lineItemId }], ...fields },
})

/** The numbers of the invoices on the credit note of line 2, which invoice F-1 of two has paid. */
function invoicesNamed(credits: readonly { id: string; invoiceId: string | null; internalReference: string | null }[]) {
  const payments = [invoiced('F-1', '2'), invoiced('F-2', '1', { amount: 300 })]
  const refunds = credits.map((credit) =>
    invoiced('', '2', { ...credit, amount: 20, transactionId: '', transactionType: 'Credit' }),
  )
  const order = sampleOrder({ lineItems: lines, payments: [...payments, ...refunds] })
  const form = returnForm({ lineItems: [{ ...order.orderForm.lineItems[1], quantity: 1 }] as never, payments: refunds })
  const calculated = calculateTotals({ ...order, returnOrderForms: [form] }, sampleTerms)
  const allocations = allocationsOfSales(calculated)
  const { facts } = creditNoteFile(calculated, { ...request, allocations }).model
  return facts.filter(({ label }) => label === 'Fakturanummer').map(({ value }) => value)
}

t.test('when a credit note is made, then it names the invoices of its refunds, else those that paid for its lines', (t) => {
  t.same(invoicesNamed([]), ['F-1'])
  t.same(invoicesNamed([{ id: 'c', invoiceId: 'F-2', internalReference: null }]), ['F-2'])
  t.same(invoicesNamed([{ id: 'c', invoiceId: null, internalReference: 'p-F-2' }]), ['F-2'], 'the invoice that it draws on')
  const both = ['F-2', 'F-1'].map((invoiceId) => ({ id: invoiceId, invoiceId, internalReference: null }))
  t.same(invoicesNamed(both), ['F-1', 'F-2'])
  t.end()
})

t.test('given texts of customers with markup, when a credit note is made, then they are plain text', (t) => {
  const { model } = creditNoteFile({ ...returned(), customerReference: 'a\u0000\u202eb' }, request)
  t.notMatch(modelText(model), /\u202e/)
  t.end()
})

t.test('given a first shipment without shipping, when the shipping is credited, then it is at the rate that it has', (t) => {
  const shipments = [
    { shippingSubTotal: 0, shipmentTaxRate: 12 },
    { shippingSubTotal: 112, shipmentTaxRate: 25, lineItems: [] },
  ]
  const order = sampleOrder({ lineItems: lines, shipments })
  const form = returnForm({ lineItems: [], shippingCreditedTotal: 112 })
  const { model } = creditNoteFile(calculateTotals({ ...order, returnOrderForms: [form] }, sampleTerms), request)
  t.match(findPair(model.blocks).table.rows[0]?.cells, [/25/, /89,60/, /22,40/, /112,00/])
  t.end()
})

t.test('given only lines without tax, when a credit note is made, then it has no VAT table', (t) => {
  const order = sampleOrder({ lineItems: [{ ...lines[0], productType: 'GiftCard' }] })
  const form = returnForm({ lineItems: [{ ...order.orderForm.lineItems[0], quantity: 1 }] as never })
  const calculated = calculateTotals({ ...order, returnOrderForms: [form] }, sampleTerms)
  t.same(
    creditNoteFile(calculated, request).model.blocks.map(({ type }) => type),
    ['table', 'sums'],
  )
  t.end()
})

t.test('given an invoice that is not paid, when its goods are credited, then the note says that it was reduced', (t) => {
  const creditSumLabels = (status: 'Processed' | 'Paid') => {
    const credit = invoiced('', '2', { id: 'c', amount: 40, transactionType: 'Credit', internalReference: 'p-F-1' })
    const payments = [invoiced('F-1', '2', { status }), credit]
    const order = sampleOrder({ lineItems: lines, payments })
    const lineItems = [{ ...order.orderForm.lineItems[1], quantity: 1 }] as never
    const form = returnForm({ lineItems, payments: order.orderForm.payments.slice(1) as never })
    const calculated = calculateTotals({ ...order, returnOrderForms: [form] }, sampleTerms)
    return findPair(creditNoteFile(calculated, request).model.blocks).sums.rows.map(({ label }) => label)
  }
  t.ok(creditSumLabels('Processed').includes('Faktura redusert'))
  t.notOk(creditSumLabels('Paid').includes('Faktura redusert'))
  t.equal(creditSumLabels('Paid').length, creditSumLabels('Processed').length, 'what was paid back is said instead')
  t.end()
})

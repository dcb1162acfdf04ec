import { documentTemplates } from '@open-oms/contracts/orders/document-template'
import t from 'tap'
import { documentConfig, documentOrder, documentRequest } from '../../../testing/documents/document-samples.ts'
import type { DocumentModel, DocumentTable } from './document-blocks.ts'
import { documentModel, documentTemplate } from './document-model.ts'

const collectTables = ({ blocks }: DocumentModel): DocumentTable[] =>
  blocks.flatMap((block) => (block.type === 'table' ? [block] : block.type === 'pair' ? [block.table] : []))
const goodsTable = (model: DocumentModel) => collectTables(model)[0] as DocumentTable
const plain = (text: string) => text.replace(/\s/g, ' ').replace('−', '-')
const plainCells = (table: DocumentTable) => table.rows.map(({ cells }) => cells.map(plain))
const factsByLabel = ({ facts }: DocumentModel) => Object.fromEntries(facts.map(({ label, value }) => [label, plain(value)]))
const sumsByLabel = ({ blocks }: DocumentModel) =>
  Object.fromEntries(
    blocks
      .flatMap((block) => (block.type === 'pair' ? block.sums.rows : block.type === 'sums' ? block.rows : []))
      .map(({ label, value }) => [label, plain(value)]),
  )
const markets = documentConfig.markets.map((market) => ({ ...market, language: 'en', country: 'GB' }))
const config = { ...documentConfig, markets }
/** The document of the sample order in English. */
const english = (template: Parameters<typeof documentRequest>[0], order = documentOrder()) =>
  documentModel(documentRequest(template, { order, config }))

t.test('when a template is named in any letter case, with or without a file extension, then it is found', async (t) => {
  for (const template of documentTemplates) {
    for (const name of [template, template.toUpperCase(), `${template}.html`, `${template}.PDF`])
      t.equal(documentTemplate(name), template)
  }
  for (const name of ['', 'packing-slip', '../invoice', 'invoice/', 'invoice.tar.gz', '__proto__', '.html']) {
    t.throws(() => documentTemplate(name), { code: 'TemplateNotFound' }, name)
  }
})

t.test('when a document with prices is made, then it has uncancelled lines, discounts, totals and the VAT table', async (t) => {
  for (const template of ['order-confirmation', 'invoice', 'receipt'] as const) {
    const model = english(template)
    t.same(
      plainCells(goodsTable(model)),
      [
        ['CUP-1', 'Cup «Fjord»', '4 pcs', '129.00', '-51.60', '25%', '464.40'],
        ['COFFEE', 'Coffee 500 g', '2', '149.90', '', '15%', '299.80'],
        ['BOOK', 'Cook book', '1', '399.00', '', '0%', '399.00'],
        ['LAMP', 'Floor lamp', '1', '1,899.00', '', '25%', '1,899.00'],
      ],
      template,
    )
    t.match(sumsByLabel(model), {
      Goods: '3,062.20',
      'Discount: Welcome back': '-150.00',
      Shipping: '99.00',
      Handling: '29.00',
      Rounding: '0.40',
      Total: 'NOK 3,040.60',
      'Of which VAT': '512.32',
      'Total excl. VAT': '2,528.28',
    })
    t.same(plainCells(collectTables(model)[1] as DocumentTable), [
      ['25%', '1,900.50', '475.13', '2,375.63'],
      ['15%', '247.92', '37.19', '285.11'],
      ['0%', '379.46', '0.00', '379.46'],
      ['Rounding', '0.40', '0.00', '0.40'],
      ['Total', '2,528.28', '512.32', '3,040.60'],
    ])
  }
})

t.test('when an invoice is made, then it has number, dates, KID, customer number and the amount due', async (t) => {
  const model = english('invoice')
  t.match(factsByLabel(model), {
    'Invoice number': 'F-20061',
    'Invoice date': '3 Mar 2026',
    'Due date': '17 Mar 2026',
    KID: '0020061123456',
    'Order number': 'O-000042',
    'Customer number': 'C-1001',
    'Your reference': 'Per Hansen',
    Requisition: 'R-7',
  })
  t.match(sumsByLabel(model), { Paid: 'NOK 500.00', 'Amount due': 'NOK 2,540.60' })
  t.same(
    model.barcodes.map(({ text }) => text),
    ['O-000042', '0020061123456'],
  )
  t.same(model.blocks.at(-1), { type: 'texts', lines: ['Thank you.', 'Interest is charged on late payment.'] })
})

t.test(
  'given no invoiced payment, when an invoice is made, then its date is the completion of the order, else its creation',
  async (t) => {
    const unpaid = { form: { payments: [] }, order: { paymentTermsNet: 10 } }
    t.match(factsByLabel(english('invoice', documentOrder(unpaid))), { 'Invoice date': '1 Mar 2026', 'Due date': '11 Mar 2026' })
    const completed = documentOrder({ ...unpaid, order: { completed: '2026-03-04T10:00:00.000Z' } })
    t.match(factsByLabel(english('invoice', completed)), { 'Invoice date': '4 Mar 2026', 'Due date': '18 Mar 2026' })
    const withoutTerms = { ...documentOrder(unpaid), paymentTermsNet: null }
    t.notOk('Due date' in factsByLabel(english('invoice', withoutTerms)))
  },
)

t.test('when confirmations and receipts are made, then they show reserved and remaining, or paid amounts', async (t) => {
  const payments = [
    {
      amount: 500,
      transactionType: 'Authorization',
      status: 'Approved',
      paymentMethodName: 'Card',
      created: '2026-03-01T11:00:00Z',
    },
    { amount: 200, transactionType: 'Capture', status: 'Processed', paymentMethodName: 'Card', created: '2026-03-02T11:00:00Z' },
    { amount: 50, transactionType: 'Credit', status: 'Processed', paymentMethodName: 'Card', created: '2026-03-03T11:00:00Z' },
  ] as const
  const order = documentOrder({ form: { payments: [...payments] } })
  const rows = (template: 'order-confirmation' | 'receipt') =>
    plainCells(collectTables(english(template, order))[2] as DocumentTable)
  t.same(rows('order-confirmation'), [
    ['1 Mar 2026', 'Card', 'Reserved', '500.00'],
    ['2 Mar 2026', 'Card', 'Charged', '200.00'],
    ['3 Mar 2026', 'Card', 'Refunded', '-50.00'],
  ])
  t.same(
    rows('receipt').map(([, , kind]) => kind),
    ['Charged', 'Refunded'],
  )
  t.match(sumsByLabel(english('order-confirmation', order)), { Remaining: 'NOK 2,540.60' })
  t.match(sumsByLabel(english('receipt', order)), { Paid: 'NOK 150.00', Remaining: 'NOK 2,540.60' })
})

t.test('when a delivery note is made, then it has no prices', async (t) => {
  const model = english('delivery-note')
  t.same(plainCells(goodsTable(model)), [
    ['CUP-1', 'Cup «Fjord»', '4 pcs'],
    ['COFFEE', 'Coffee 500 g', '2'],
    ['BOOK', 'Cook book', '1'],
    ['LAMP', 'Floor lamp', '1'],
  ])
  t.same([collectTables(model).length, model.barcodes.length], [1, 1])
  t.notMatch(JSON.stringify(model), /129|1,899|3,040|VAT|NOK|0020061123456/)
  t.match(factsByLabel(model), { 'Shipping method': 'Home delivery', 'Tracking number': '370438101234567890' })
})

t.test('when a pick list is made, then it has open quantities and storage locations, sorted by location', async (t) => {
  const model = english('pick-list')
  t.same(plainCells(goodsTable(model)), [
    ['A-2-1', 'COFFEE', 'Coffee 500 g', '2', ''],
    ['A-12-3', 'CUP-1', 'Cup «Fjord»', '3 pcs', ''],
    ['', 'BOOK', 'Cook book', '1', ''],
    ['', 'LAMP', 'Floor lamp', '1', ''],
  ])
  t.match(factsByLabel(model), { Warehouse: 'Central' })
  t.same(goodsTable(model).rows[1]?.details, ['35 cl, Blue', '7038010001234'])
  t.notMatch(JSON.stringify(model), /129|1,899|VAT|NOK/)
})

t.test('given packages, when a pick list is made, then it has their components, and no goods without stock', async (t) => {
  const lineItems = [
    { code: 'SET', quantity: 1, isPackageProduct: true, isPackageBrokeDown: true },
    { code: 'PART', quantity: 2, packageLineItemId: '1' },
    { code: 'GIFTCARD', quantity: 1, isVirtualProduct: true },
  ]
  const order = documentOrder({ form: { lineItems, discounts: [] } })
  t.same(
    goodsTable(english('pick-list', order)).rows.map(({ cells }) => cells[1]),
    ['PART'],
  )
  const delivered = goodsTable(english('delivery-note', order)).rows
  t.same(
    delivered.map(({ cells, isIndented }) => [cells[0], isIndented]),
    [
      ['SET', false],
      ['PART', true],
      ['GIFTCARD', false],
    ],
  )
})

const twoShipments = () =>
  documentOrder({
    form: {
      lineItems: [
        { code: 'A', displayName: 'First', quantity: 3, placedPrice: 10, taxRate: 25 },
        { code: 'B', displayName: 'Second', quantity: 1, placedPrice: 5, taxRate: 25 },
      ],
      shipments: [
        {
          lineItems: [{ lineItemId: '1', quantity: 2, code: 'A', displayName: 'First' }],
          shippingSubTotal: 20,
          shippingMethodName: 'Post',
          warehouseCode: 'Oslo-01',
          address: { line1: 'Street 1', city: 'Oslo' },
        },
        {
          lineItems: [
            { lineItemId: '1', quantity: 1, code: 'A', displayName: 'First' },
            { lineItemId: '2', quantity: 1, code: 'B', displayName: 'Second' },
          ],
          shippingSubTotal: 30,
          shippingMethodName: 'Courier',
          warehouseCode: 'Central',
          address: { line1: 'Street 2', city: 'Bergen' },
        },
      ],
      discounts: [],
      payments: [],
    },
  })

t.test('given several shipments, when a pick list or delivery note is made, then each has a table', async (t) => {
  const model = english('pick-list', twoShipments())
  const tables = collectTables(model)
  t.same(
    tables.map(({ heading, lines }) => [heading, ...lines]),
    [
      ['Shipment 1', 'Post · Warehouse Oslo-01', 'Street 1, Oslo'],
      ['Shipment 2', 'Courier · Warehouse Central', 'Street 2, Bergen'],
    ],
  )
  t.same(
    tables.map((table) => plainCells(table).map(([, code, , quantity]) => `${quantity} ${code}`)),
    [['2 A'], ['1 A', '1 B']],
  )
  t.same(model.parties.filter(({ label }) => label === 'Delivery address').length, 2)
})

t.test('when a document of one shipment is made, then it has only its lines, address and totals', async (t) => {
  const order = twoShipments()
  const model = documentModel(documentRequest('invoice', { order, shipmentId: '2', config }))
  t.same(plainCells(goodsTable(model)), [
    ['A', 'First', '1', '10.00', '25%', '10.00'],
    ['B', 'Second', '1', '5.00', '25%', '5.00'],
  ])
  t.match(sumsByLabel(model), { Goods: '15.00', Shipping: '30.00', Total: 'NOK 45.00' })
  t.same(
    Object.keys(sumsByLabel(model)).filter((label) => ['Handling', 'Amount due', 'Remaining'].includes(label)),
    [],
  )
  t.match(factsByLabel(model), { Shipment: '2', 'Shipping method': 'Courier' })
  t.notMatch(JSON.stringify(model), /Street 1/)
  t.throws(() => documentModel(documentRequest('invoice', { order, shipmentId: '3' })), { code: 'NotFound', message: /"3"/ })
})

t.test('given returns, when a document is made, then they are subtracted from the total', async (t) => {
  const order = { ...documentOrder(), netTotal: 2940.6 }
  t.match(sumsByLabel(english('invoice', order)), {
    Returned: '-100.00',
    'Total after returns': 'NOK 2,940.60',
  })
})

t.test(
  'given an order without lines, shipments, addresses, number or known store, when a document is made, then it succeeds',
  async (t) => {
    const empty = { lineItems: [], shipments: [], payments: [], discounts: [] }
    const order = {
      ...documentOrder({ form: empty }),
      orderNumber: null,
      billingAddress: null,
      storeId: 'Gone-01',
      marketId: 'Gone',
    }
    for (const template of documentTemplates) {
      const model = documentModel(documentRequest(template, { order }))
      t.same([model.subject, model.issuer.name, goodsTable(model).rows], ['O-1', 'Gone-01', []], template)
    }
  },
)

t.test('when a document is made, then its language is the market’s and its issuer the company of the store', async (t) => {
  const titles = (language: string) => {
    const markets = documentConfig.markets.map((market) => ({ ...market, language }))
    return documentModel(documentRequest('invoice', { config: { ...documentConfig, markets } })).title
  }
  t.same(['en', 'nb', 'sv', 'da', 'fi', 'de', 'fr'].map(titles), [
    'Invoice',
    'Faktura',
    'Faktura',
    'Faktura',
    'Lasku',
    'Rechnung',
    'Invoice',
  ])
  const model = documentModel(documentRequest('invoice'))
  t.match(model.issuer, { name: 'Eksempel Handel AS', lines: [/Oslo/, /Org/] })
  t.match(model.footer, /Kontonr/)
  const settings = { ...documentConfig.settings, documents: { ...documentConfig.settings.documents, issuers: [] } }
  const unsigned = documentModel(documentRequest('invoice', { config: { ...documentConfig, settings } }))
  t.same([unsigned.issuer, unsigned.footer], [{ name: 'Oslo', lines: [] }, ''])
})

t.test(
  'when a document is made, then the contact is the contact person, else the customer, and a foreign address has its country',
  async (t) => {
    const partyLines = (label: string, order: object) => {
      return english('delivery-note', { ...documentOrder(), ...order }).parties.find((party) => party.label === label)?.lines
    }
    t.same(partyLines('Contact', {}), ['+47 912 34 567', 'kari@example.com'])
    const contactPerson = { ...documentOrder().contactPerson, firstName: 'Ola', lastName: 'Hansen', phone: '1', email: null }
    t.same(partyLines('Contact', { contactPerson }), ['Ola Hansen', '1', 'kari@example.com'])
    t.same(partyLines('Delivery address', {}), ['Kari Nordmann', 'Storgata 12B', '0184 Oslo', 'NO'])
    t.same(partyLines('Customer', { billingAddress: null, customerName: 'Kari' }), ['Kari'])
  },
)

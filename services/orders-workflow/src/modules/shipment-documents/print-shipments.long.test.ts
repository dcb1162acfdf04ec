import type { TestRequest } from '@open-oms/service-kit/testing/test-server'
import { parse } from 'content-disposition'
import t from 'tap'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { templateFiles } from '../../testing/documents/template-samples.ts'
import { storedOrder } from '../../testing/orders/found-orders.ts'
import type { SampleForm } from '../../testing/sample-order.ts'
import { orderFormBody, sampleConfig, testOrders } from '../../testing/test-orders.ts'

const templates = templateFiles({
  'packing-slip/sv.pdf': [
    '{% title "Följesedel" %}{% label packed: "Klart" %}Tack {{ customer.name }}!',
    '{% if order.customerReference == "BROKEN" %}{{ customer.name | money }}{% endif %}',
    '{% place "lines" %}',
  ].join('\n'),
})
const test = await testOrders(t, { config: { ...(await sampleConfig()), templates } })

type PrintRequest = { body: unknown; as?: TestRequest['as']; headers?: Record<string, string> }
type PrintResult = {
  status: number
  headers: Record<string, unknown>
  bytes: Buffer
  pages: string[]
  text: string
  body: unknown
}

/** Prints; with the pages of the PDF as poppler reads them. */
async function print(
  path: 'PickList' | 'PackingSlips',
  { body, as = { roles: ['OrderRead'] }, headers = {} }: PrintRequest,
): Promise<PrintResult> {
  const authorization = `Bearer ${await test.issuer.token(as ?? {})}`
  const url = `/api/Shipments/${path}`
  const payload = JSON.stringify(body)
  const sent = { authorization, 'content-type': 'application/json', ...headers }
  const response = await test.app.inject({ method: 'POST', url, payload, headers: sent })
  const isPdf = response.statusCode === 200
  const pages = isPdf ? (await pdfPages(response.rawPayload)).map((page) => page.replace(/\s+/g, ' ').trim()) : []
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: response.rawPayload,
    pages,
    text: pages.join(' '),
    body: isPdf ? null : response.json(),
  }
}

const sale = {
  amount: 50_000,
  transactionId: 'sale',
  transactionType: 'Sale',
  status: 'Processed',
  paymentMethodName: 'Card',
} as const

/** Stores a paid order whose number is its id; all is reserved unless its lines say otherwise. */
function created(id: string, { orderForm, ...fields }: Record<string, unknown> = {}) {
  const { lineItems = [], shipments = [], ...form } = (orderForm ?? orderFormBody()) as SampleForm
  const lines = lineItems.map((line, index) => ({
    lineItemId: String(index + 1),
    updateStock: true,
    reservedInventoryQuantity: line.quantity ?? 1,
    ...line,
  }))
  const copies = shipments.map(({ lineItems: held, ...shipment }) => {
    if (held === undefined) return shipment
    return {
      ...shipment,
      lineItems: held.map((copy) => ({ ...lines.find((line) => line.lineItemId === copy.lineItemId), ...copy })),
    }
  })
  return storedOrder(test, { id, orderNumber: id, ...fields }, { payments: [sale], ...form, lineItems: lines, shipments: copies })
}

const line = (code: string, fields: Record<string, unknown> = {}) => ({
  code,
  displayName: `Product ${code}`,
  quantity: 1,
  placedPrice: 10,
  ...fields,
})
const buildForm = (lineItems: object[], fields: Record<string, unknown> = {}) =>
  orderFormBody({ lineItems, payments: [sale], ...fields })
const named = (...orderIds: string[]) => ({ shipments: orderIds.map((orderId) => ({ orderId })) })

t.test(
  'given orders with the same goods, when a pick list is printed, then they are summed by place, with the part of each order',
  async (t) => {
    const place = { internalWarehouseLocation: 'A-2' }
    await created('PL-1', {
      orderForm: buildForm([line('CUP', { quantity: 2, ...place }), line('POT', { internalWarehouseLocation: 'A-12' })]),
    })
    await created('PL-2', { orderForm: buildForm([line('CUP', { quantity: 3, ...place, comment: 'Gift wrap' }), line('BAG')]) })
    const { status, headers, text } = await print('PickList', { body: named('PL-1', 'PL-2') })
    t.equal(status, 200)
    t.match(headers, { 'content-type': 'application/pdf', 'cache-control': 'private, no-store' })
    t.match(parse(headers['content-disposition'] as string).parameters.filename, /^pick-list-\d{4}-\d\d-\d\dT[\d-]+\.pdf$/)
    t.match(text, /Plukkliste.*Ordrer 2 .*Forsendelser 2 .*Linjer 3 /)
    t.match(text, /A-2 CUP Product CUP 5.*PL-1: 2 · PL-2: 3.*PL-2: Gift wrap.*A-12 POT Product POT 1.*BAG Product BAG 1/)
    t.notMatch(text, /Utelatt/)
  },
)

t.test(
  'given cancelled, delivered and held goods, when a pick list is printed, then they are left out, and it says so',
  async (t) => {
    const lineItems = [
      line('CUP', { quantity: 5, canceledQuantity: 1, deliveredQuantity: 2 }),
      line('POT', { quantity: 2, canceledQuantity: 2 }),
      line('CARD', { isVirtualProduct: true }),
    ]
    await created('open', { orderForm: { lineItems, shipments: [{}] } })
    await created('held', { orderForm: buildForm([line('CUP', { quantity: 50 })]) })
    t.equal((await test.send({ method: 'POST', url: '/api/Orders/held/Holds', body: { reasonCode: 'Fraud.Check' } })).status, 200)
    await created('gone', { status: 'Deleted' })
    await created('on-its-way', { orderForm: { lineItems: [line('CUP', { quantity: 7 })], shipments: [{ status: 'Shipped' }] } })
    const { text } = await print('PickList', { body: { ...named('open', 'held', 'gone', 'on-its-way'), marketId: 'GBR' } })
    t.match(text, /Pick list.*Orders 1 .*Shipments 1 .*Lines 1 /)
    t.match(text, /CUP Product CUP 2 open: 2/)
    t.match(text, /Left out Order number Description Quantity Reason/)
    for (const row of [
      /open Product CUP 2 Delivered already/,
      /open Product CUP 1 Cancelled/,
      /open Product POT 2 Cancelled/,
      /held Held \(Fraud\.Check\)/,
      /gone Order deleted/,
      /on-its-way Shipped already/,
    ])
      t.match(text, row)
    t.notMatch(text, /CARD/)
  },
)

t.test('given nothing to be picked, when it is printed, then the response names the reason of each shipment', async (t) => {
  for (const path of ['PickList', 'PackingSlips'] as const) {
    const { status, body } = await print(path, { body: named('held', 'on-its-way') })
    t.match(
      { status, body },
      { status: 400, body: { error: 'NothingToPrint', errors: { held: ['held (Fraud.Check)'], 'on-its-way': ['sent'] } } },
    )
    t.match((await print(path, { body: { search: { customerId: 'nobody' } } })).body, { error: 'NothingToPrint' })
  }
})

t.test(
  'given unpaid and unreserved goods, when a pick list is printed, then it has what is reserved of paid orders',
  async (t) => {
    const reserved = (quantity: number) => [line('CUP', { quantity: 5, reservedInventoryQuantity: quantity })]
    const unpaid = { payments: [{ ...sale, amount: 49.99 }] }
    await created('part', { orderForm: buildForm(reserved(2)) })
    await created('none', { orderForm: buildForm(reserved(0)) })
    await created('unpaid', { orderForm: buildForm(reserved(5), unpaid) })
    await created('billed', { paymentType: 'Invoice', orderForm: buildForm(reserved(5), unpaid) })
    const { text } = await print('PickList', { body: { ...named('part', 'none', 'unpaid', 'billed'), marketId: 'GBR' } })
    t.match(text, /CUP Product CUP 7 part: 2 · billed: 5/)
    for (const row of [/part Product CUP 3 Not reserved/, /none Not reserved/, /unpaid Not paid/]) t.match(text, row)
    const refused = await print('PickList', { body: named('none', 'unpaid') })
    const errors = { none: ['notReserved'], unpaid: ['unpaid'] }
    t.match(refused, { status: 400, body: { error: 'NothingToPrint', errors } })
    t.match((await print('PackingSlips', { body: named('none', 'unpaid') })).status, 200)
  },
)

t.test('given picked goods, when documents are printed, then the pick list leaves them out, and slips have them', async (t) => {
  await created('to-pick', { status: 'InProgress', orderForm: buildForm([line('CUP')]) })
  await created('picked', { status: 'PackedAndReady', orderForm: buildForm([line('CUP', { quantity: 9 })]) })
  const { text } = await print('PickList', { body: { ...named('to-pick', 'picked'), marketId: 'GBR' } })
  t.match(text, /CUP Product CUP 1 to-pick: 1.*picked Picked already/)
  const errors = { picked: ['alreadyPicked'] }
  t.match((await print('PickList', { body: named('picked') })).body, { error: 'NothingToPrint', errors })
  t.match((await print('PackingSlips', { body: named('picked') })).text, /CUP Product CUP 9/)
})

t.test('given a component of a package, when a pick list is printed, then it names the package', async (t) => {
  const set = line('SET', { isPackageProduct: true, isPackageBrokeDown: true, reservedInventoryQuantity: 0 })
  await created('PACK', { orderForm: buildForm([set, line('BOWL', { quantity: 2, packageLineItemId: '1' })]) })
  const { text } = await print('PickList', { body: { ...named('PACK'), marketId: 'GBR' } })
  t.match(text, /BOWL Product BOWL 2 PACK: 2 PACK: Part of Product SET: 2/)
  const other = { ...set, code: 'BIG', displayName: 'Product BIG' }
  const parts = ['1', '2', '2'].map((packageLineItemId, index) => line('BOWL', { quantity: index + 1, packageLineItemId }))
  await created('TWO', { orderForm: buildForm([set, other, ...parts, line('BOWL', { quantity: 9 })]) })
  const two = await print('PickList', { body: { ...named('TWO'), marketId: 'GBR' } })
  t.match(two.text, /BOWL Product BOWL 15 TWO: 15 TWO: Part of Product SET: 1 TWO: Part of Product BIG: 5/)
  t.match((await print('PackingSlips', { body: named('PACK') })).text, /BOWL Product BOWL 2.*Del av Product SET/)
})

t.test(
  'given shipments, when packing slips are printed, then each has a page with address, open lines and its own page number',
  async (t) => {
    const address = (city: string) => ({
      name: 'Kari Nordmann',
      line1: 'Storgata 1',
      postalCode: '0184',
      city,
      countryCode: 'NO',
    })
    const shipments = [
      { shipmentId: 'a', address: address('Oslo'), lineItems: [{ lineItemId: '1', quantity: 2 }] },
      { shipmentId: 'b', address: address('Bergen'), lineItems: [{ lineItemId: '2', quantity: 1 }] },
    ]
    await created('PS-1', { orderForm: orderFormBody({ shipments, payments: [sale] }) })
    await created('PS-2', {
      marketId: 'GBR',
      storeId: 'London-01',
      billingCurrency: 'GBP',
      orderForm: orderFormBody({ payments: [sale] }),
    })
    const { status, headers, pages } = await print('PackingSlips', { body: named('PS-1', 'PS-2') })
    t.equal(status, 200)
    t.match(headers['content-disposition'], /packing-slips-/)
    t.equal(pages.length, 3)
    t.match(pages[0], /Pakkseddel.*Ordrenummer PS-1.*Forsendelse a.*Oslo.*Å pakke Pakket.*CUP Cup 2.*Side 1 av 1$/)
    t.notMatch(pages[0], /POT|Bergen|100,00/)
    t.match(pages[1], /Forsendelse b.*Bergen.*POT Pot 1.*Side 1 av 1$/)
    t.match(pages[2], /Packing slip.*Order number PS-2.*CUP Cup 2.*POT Pot 1.*Page 1 of 1$/)
    const one = await print('PackingSlips', { body: { shipments: [{ orderId: 'PS-1', shipmentId: 'b' }] } })
    t.equal(one.pages.length, 1)
    t.match(one.text, /Forsendelse b/)
  },
)

t.test(
  'given a template of the tenant, when packing slips are printed, then it decides texts and blocks, and what is left out stays',
  async (t) => {
    const swedish = { marketId: 'SWE', storeId: 'Stockholm-01', billingCurrency: 'SEK', customerName: 'Åsa' }
    const lineItems = [line('CUP', { quantity: 5, deliveredQuantity: 2 })]
    await storedOrder(test, { id: 'TPL-1', ...swedish }, { lineItems, shipments: [{}] })
    await storedOrder(test, { id: 'TPL-2', ...swedish, customerReference: 'BROKEN' }, { lineItems, shipments: [{}] })
    const { pages } = await print('PackingSlips', { body: named('TPL-1', 'TPL-2') })
    t.match(pages[0], /Följesedel.*Tack Åsa!.*Klart.*CUP Product CUP 3.*Product CUP 2 Redan levererat/)
    t.match(pages[1], /Packsedel.*CUP Product CUP 3.*Product CUP 2/, 'the built-in one is used')
    t.notMatch(pages[1], /Tack|Klart/)
  },
)

t.test(
  'given a held order among others, when packing slips are printed, then the last page names it, and no slip does',
  async (t) => {
    const { pages } = await print('PackingSlips', { body: named('held', 'PS-1') })
    t.equal(pages.length, 3)
    t.match(pages[2], /Utelatt.*held Holdt tilbake \(Fraud\.Check\)/)
    t.notMatch(pages.slice(0, 2).join(), /held|Holdt/)
  },
)

t.test(
  'given a search or a saved one, when it is printed, then its orders are, in its order, as far as they were asked for',
  async (t) => {
    for (const id of ['Q-1', 'Q-2', 'Q-3']) await created(id, { customerId: 'queue', orderForm: buildForm([line('CUP')]) })
    const search = { customerId: 'queue', sortOrder: 'OrderIdDescending' }
    const numbers = (pages: string[]) => pages.map((page) => /Ordrenummer (\S+)/.exec(page)?.[1])
    t.same(numbers((await print('PackingSlips', { body: { search } })).pages), ['Q-3', 'Q-2', 'Q-1'])
    const saved = await test.send({
      method: 'POST',
      url: '/api/SavedSearches',
      body: { name: 'Queue', search },
      as: { roles: ['OrderRead'] },
    })
    const body = { savedSearchId: saved.body.id, take: 2 }
    t.same(numbers((await print('PackingSlips', { body })).pages), ['Q-3', 'Q-2'])
    t.match((await print('PickList', { body })).text, /Q-3: 1 · Q-2: 1/)
    t.equal((await print('PickList', { body, as: { clientId: 'someone-else' } })).status, 404, 'another one’s search')
  },
)

t.test('given warehouses, when only some of them are asked for, then the others’ shipments are not there', async (t) => {
  const shipments = ['Central', 'Oslo-01'].map((warehouseCode, index) => ({
    shipmentId: String(index + 1),
    warehouseCode,
    lineItems: [{ lineItemId: String(index + 1), quantity: 2 - index }],
  }))
  await created('W-1', { orderForm: orderFormBody({ shipments, payments: [sale] }) })
  const all = await print('PickList', { body: named('W-1') })
  t.match(all.text, /Lager Central.*CUP.*W-1 \/ 1: 2.*Lager Oslo-01.*POT.*W-1 \/ 2: 1/)
  const some = await print('PickList', { body: { ...named('W-1'), warehouseCodes: ['Oslo-01'] } })
  t.match(some.text, /POT/)
  t.notMatch(some.text, /CUP|Central/)
  const none = await print('PickList', { body: { ...named('W-1', 'PL-1'), warehouseCodes: ['Bergen-01'] } })
  const errors = {
    'W-1 / 1': ['otherWarehouse (Central)'],
    'W-1 / 2': ['otherWarehouse (Oslo-01)'],
    'PL-1': ['otherWarehouse (Oslo-01)'],
  }
  t.match(none, { status: 400, body: { error: 'NothingToPrint', errors } })
})

t.test(
  'given a request that does not say which shipments, or too many, when it is printed, then it is refused with a reason',
  async (t) => {
    const refused: [unknown, object][] = [
      [{}, { status: 400, body: { message: /Exactly one/ } }],
      [{ shipments: [] }, { status: 400 }],
      [
        { ...named('PL-1'), search: {} },
        { status: 400, body: { message: /Exactly one/ } },
      ],
      [
        { ...named('PL-1'), marketId: 'Moon' },
        { status: 400, body: { errors: { marketId: [String] } } },
      ],
      [named(...Array.from({ length: 201 }, (_, index) => `O-${index}`)), { status: 400 }],
      [{ search: { take: 500 } }, { status: 400, body: { errors: { 'search.take': [String] } } }],
      [{ savedSearchId: 'nobody' }, { status: 404 }],
      [
        named('PL-1', 'nobody', 'nowhere'),
        {
          status: 404,
          body: { error: 'NotFound', errors: { 'shipments[1].orderId': [String], 'shipments[2].orderId': [String] } },
        },
      ],
      [
        { shipments: [{ orderId: 'PL-1', shipmentId: 'x' }] },
        { status: 404, body: { errors: { 'shipments[0].shipmentId': [String] } } },
      ],
    ]
    for (const [body, expected] of refused)
      t.match(await print('PickList', { body }), expected, JSON.stringify(body).slice(0, 100))
  },
)

t.test(
  'given more orders or lines than one document takes, when a search is printed, then it is refused, and with take it is not',
  async (t) => {
    for (let index = 0; index < 201; index++)
      await created(`M-${index}`, { customerId: 'many', orderForm: { lineItems: [line('CUP')] } })
    const search = { customerId: 'many' }
    t.match(await print('PickList', { body: { search } }), { status: 400, body: { errors: { search: [/finds 201 orders/] } } })
    const { status, text } = await print('PickList', { body: { search, take: 200 } })
    t.equal(status, 200)
    t.match(text, /Ordrer 200 .*CUP Product CUP 200/)
    t.match(text, /M-100: 1/)
    const lineItems = Array.from({ length: 1_000 }, (_, index) => line(`SKU-${index}`))
    for (let index = 0; index < 6; index++) await storedOrder(test, { id: `L-${index}`, customerId: 'long' }, { lineItems })
    t.match(await print('PackingSlips', { body: { search: { customerId: 'long' } } }), {
      status: 400,
      body: { message: /5,000 lines/ },
    })
  },
)

t.test('given an order of another store, when a client prints it, then it is as unknown as one that there is not', async (t) => {
  const as = { roles: ['OrderRead'], storeIds: ['Bergen-01'] }
  const body = (orderId: string) => named(orderId)
  const foreign = await print('PickList', { body: body('PL-1'), as })
  t.match(foreign, { status: 404, body: { errors: { 'shipments[0].orderId': [String] } } })
  t.match(await print('PackingSlips', { body: { search: { customerId: 'queue' } }, as }), {
    status: 400,
    body: { error: 'NothingToPrint' },
  })
  t.equal((await print('PickList', { body: body('PL-1'), as: { roles: ['ProductAdmin'] } })).status, 403)
})

t.test(
  'given one moment, when the same is printed again, then the bytes are the same, also by a repetition with its key',
  async (t) => {
    t.teardown(() => {
      test.deps.now = () => new Date()
    })
    const now = new Date()
    test.deps.now = () => now
    const request = { body: named('PL-2', 'PL-1', 'held') }
    for (const path of ['PickList', 'PackingSlips'] as const) {
      const first = await print(path, request)
      t.ok(first.bytes.equals((await print(path, request)).bytes), path)
      // A PDF is not kept for repetitions of a request: it is made again.
      const keyed = { ...request, headers: { 'idempotency-key': path } }
      for (let turn = 0; turn < 2; turn++) t.ok((await print(path, keyed)).bytes.equals(first.bytes), `${path} by its key`)
    }
  },
)

import { anyCharacter } from '@open-oms/contracts/testing/any-character'
import { kinds } from '@open-oms/import/kinds'
import { compileMapping, mappingOfHeadings } from '@open-oms/import/mapping/mapped-items'
import { readItems, type SourceFormat } from '@open-oms/import/read-source'
import { csvWriter, ndjsonWriter } from '@open-oms/import/writing/csv-writer'
import { defaultColumns } from '@open-oms/import/writing/default-columns'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { testOrders } from '../../../testing/test-orders.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test compares documents of any shape.
type Document = any

const [source, target] = [await testOrders(t), await testOrders(t)]
type System = typeof source
const importInto = async (on: System, body: unknown) =>
  on.send({ method: 'POST', url: '/api/Orders/ImportMany', body, headers: { prefer: 'return=representation' } })
const read = async (on: System, id: string): Promise<Document> =>
  (await on.send({ url: `/api/Orders/${encodeURIComponent(id)}` })).body

const plain = fc.string({ unit: anyCharacter, maxLength: 12 }).filter((text) => !/[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u.test(text))
const hostile = fc.constantFrom(
  ...[
    "'=1+1",
    '=1+1',
    "'s-Hertogenbosch",
    "'0155",
    '-5',
    '@x',
    '"quoted", with comma',
    'two\r\nlines',
    ' blanks ',
    '1,250',
    '[a]',
  ],
)
const text = fc.oneof(hostile, plain).filter((value) => value.trim() !== '' && !value.includes('\u0000'))
const optional = fc.option(text, { nil: null })
const amount = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100)
const line = fc.record({
  code: text,
  displayName: optional,
  productType: fc.constantFrom(null, 'GiftCard', 'Tip', 'Fee', 'Rental', 'Shoes'),
  quantity: fc.constantFrom(1, 2, 3.5, 0.125),
  placedPrice: amount,
  discounted: fc.constantFrom(0, 0, 0.01),
  taxRate: fc.constantFrom(0, 12, 15, 25),
  gtins: fc.array(text, { maxLength: 2 }),
  comment: optional,
  properties: fc.array(fc.record({ key: fc.constantFrom('a', 'b'), value: text }), { maxLength: 1 }),
})
const discount = fc.record({
  discountType: fc.constantFrom('Order', 'LineItem'),
  rewardType: fc.constantFrom('Money', 'Percentage'),
  discountValue: fc.constantFrom(0.01, 5, 10),
  discountName: optional,
  discountCode: optional,
})
const payment = fc.record({
  transactionType: fc.constantFrom('Authorization', 'Capture', 'Sale', 'Credit'),
  amount,
  status: fc.constantFrom('Processed', 'Failed'),
  paymentMethodName: fc.constantFrom('Card', 'GiftCard'),
  transactionId: text,
  created: fc.constant('2026-03-02T10:00:00.000Z'),
})
const order = fc.record({
  orderNumber: optional,
  status: fc.constantFrom('New', 'Completed', 'Cancelled'),
  created: fc.constant('2026-03-02T09:00:00.000Z'),
  modified: fc.constant('2026-03-03T09:00:00.000Z'),
  customerName: optional,
  customerPhone: optional,
  tags: fc.array(text, { maxLength: 3 }),
  invoiceComment: optional,
  billingAddress: fc.option(fc.record({ name: optional, city: optional, postalCode: optional }), { nil: null }),
  properties: fc.array(fc.record({ key: fc.constantFrom('x', 'y'), value: text }), { maxLength: 1 }),
  orderForm: fc.record({
    cartId: optional,
    couponCodes: fc.array(text, { maxLength: 2 }),
    grossRoundoff: fc.constantFrom(null, 0.4, -0.4),
    lineItems: fc.array(line, { maxLength: 4 }),
    discounts: fc.array(discount, { maxLength: 2 }),
    payments: fc.array(payment, { maxLength: 3 }),
    shipments: fc.constantFrom([], [{ shipmentId: '1', shippingSubTotal: 49 }]),
  }),
  returned: fc.boolean(),
})

/** An order as another system had it; of a delivered one the first line may have come back. */
function withReturn({ returned, ...sent }: Document, id: string): Document {
  const [first, ...others] = sent.orderForm.lineItems
  const base = { ...sent, id, storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online' }
  if (!returned || first === undefined || sent.status !== 'Completed') return base
  const delivered = { ...first, lineItemId: 'first', deliveredQuantity: first.quantity, returnQuantity: first.quantity }
  return {
    ...base,
    orderForm: { ...sent.orderForm, lineItems: [delivered, ...others] },
    returnOrderForms: [
      { returnId: '1', status: 'New', lineItems: [{ lineItemId: 'first', code: first.code, quantity: first.quantity }] },
    ],
  }
}

const writers = {
  ndjson: ndjsonWriter,
  csv: csvWriter(compileMapping(kinds.orders, mappingOfHeadings(defaultColumns.orders, kinds.orders))),
} as const

async function readBack(documents: readonly Document[], format: keyof typeof writers): Promise<Document[]> {
  const { begin, write } = writers[format]
  async function* bytes() {
    yield Buffer.from(begin + documents.map(write).join(''))
  }
  const items: Document[] = []
  const file = { bytes: bytes(), kind: 'orders', format: format as SourceFormat, mapping: {}, currency: 'NOK' } as const
  for await (const { item, problems } of readItems({ ...file, ratesOf: () => [] })) {
    if (problems.length > 0) throw new Error(JSON.stringify(problems))
    items.push(item)
  }
  return items
}

/** Fields that every write sets itself. */
function lasting({ versionId: _, modifiedBy: __, ...document }: Document): Document {
  return document
}

t.test(
  'given any orders, when their export is imported into an empty system, then nothing is lost in either format',
  async (t) => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 4 }), async (sent) => {
        const made = sent.map((one) => withReturn(one, `RT-${++count}`))
        const { body } = await importInto(source, made)
        const kept = made.filter((_, index) => body.results[index].status === 'created').map(({ id }) => id as string)
        const documents = await Promise.all(kept.map((id) => read(source, id)))
        for (const format of ['ndjson', 'csv'] as const) {
          if (documents.length === 0) return
          // Each format has ids of its own in the one other system.
          const renamed = documents.map((document) => ({ ...document, id: `${format}-${document.id}` }))
          const items = await readBack(renamed, format)
          const result = await importInto(target, items)
          if (result.status !== 200) throw new Error(`${format}: ${result.text}`)
          for (const [index, document] of renamed.entries())
            t.same(lasting(await read(target, document.id)), lasting(document), `${format}: ${JSON.stringify(made[index])}`)
        }
      }),
      { numRuns: propertyRuns(12) },
    )
    t.ok(count >= 12)
  },
)

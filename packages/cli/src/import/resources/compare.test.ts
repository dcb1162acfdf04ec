import { Decimal } from '@open-oms/money/decimal'
import t from 'tap'
import { compareOrder } from './compare-order.ts'
import { compareCustomer } from './customers.ts'
import { mergeSums } from './merge-sums.ts'
import { portionsOfIds } from './portions-of-ids.ts'
import { compareProduct } from './products.ts'
import { compareLevel } from './stock.ts'

const payment = (transactionType: string, amount: number, status = 'Processed') => ({ transactionType, amount, status })
const item = {
  orderNumber: '1',
  status: 'completed',
  billingCurrency: 'NOK',
  total: 100,
  orderForm: { lineItems: [{}], payments: [payment('Capture', 100.005), payment('Sale', 5, 'Failed'), payment('Credit', 10)] },
}
const stored = {
  orderNumber: '1',
  status: 'Completed',
  billingCurrency: 'NOK',
  total: 100,
  orderForm: { lineItems: [{}], capturedPaymentTotal: 100.01, creditPaymentTotal: 10 },
}
const compared = (
  of: { total?: number | undefined; billingCurrency?: string | undefined },
  totals = of.total === undefined ? [] : [of.total],
) => ({
  key: '1',
  item: of,
  rows: { count: 1, totals: totals.map((total) => new Decimal(total)) },
})
const numbers = (
  sums: readonly { measure: string; unit: string; file: { toNumber(): number }; system: { toNumber(): number } }[],
) => sums.map(({ measure, unit, file, system }) => [measure, unit, file.toNumber(), system.toNumber()])

t.test(
  'given an order that is as the file says, when both are compared, then nothing differs and the sums are equal',
  async (t) => {
    const { differences, sums } = compareOrder(compared(item), stored)
    t.same(differences, [])
    t.same(numbers(sums), [
      ['total', 'NOK', 100, 100],
      ['captured', 'NOK', 100.01, 100.01],
      ['credited', 'NOK', 10, 10],
    ])
  },
)

t.test('given an order that is another or missing, when both are compared, then every difference is named', async (t) => {
  const other = {
    ...stored,
    status: 'New',
    total: 90,
    orderForm: { ...stored.orderForm, lineItems: [], capturedPaymentTotal: 0 },
  }
  t.same(
    compareOrder(compared(item), other).differences.map(({ property, file, system }) => [property, file, system]),
    [
      ['total', 100, 90],
      ['captured', 100.01, 0],
      ['status', 'completed', 'New'],
      ['lines', 1, 0],
    ],
  )
  const plain = compareOrder(compared({ ...item, billingCurrency: undefined }), null)
  t.equal(numbers(plain.sums)[0]?.[1], 'market currency', 'neither states one')
  const missing = compareOrder(compared(item), null)
  t.match(missing.differences, [{ key: '1', property: 'order', system: 'missing' }])
  t.same(numbers(missing.sums)[0], ['total', 'NOK', 100, 0])
  t.same(
    numbers(compareOrder(compared({ ...item, total: undefined }), stored).sums)[0]?.[0],
    'captured',
    'a total that the file does not state is not summed',
  )
})

t.test('given rows whose totals are not that of their order, when both are compared, then the rows count', async (t) => {
  const { differences, sums } = compareOrder(compared(item, [60, 40.5]), stored)
  t.match(differences, [{ property: 'total', file: 100.5, system: 100 }])
  t.same(numbers(sums)[0], ['total', 'NOK', 100.5, 100])
})

t.test('given sums of many orders, when they are merged, then each currency has one, exactly', async (t) => {
  const sums = Array.from({ length: 10 }, () => compareOrder(compared({ ...item, total: 0.1 }), stored).sums).flat()
  t.same(numbers(mergeSums(sums))[0], ['total', 'NOK', 1, 1000])
})

t.test('given products, stock and customers, when they are compared, then what differs is named', async (t) => {
  const product = { productId: 'A', name: 'Cup', variants: [{ skuId: 'A-1', price: 1 }, { skuId: 'A-2' }] }
  t.match(compareProduct(product, { name: 'Mug', variants: [{ skuId: 'A-1', price: 2 }] }), [
    { property: 'name', file: 'Cup', system: 'Mug' },
    { property: 'variants[A-1].price', file: 1, system: 2 },
    { property: 'variants[A-2]', system: 'missing' },
  ])
  t.match(compareProduct(product, null), [{ system: 'missing' }])
  const level = { skuId: 'A', warehouseCode: 'W', quantity: 5 }
  t.same(compareLevel(level, 5).differences, [])
  t.match(compareLevel(level, 4), { isFound: true, differences: [{ key: 'A · W', file: 5, system: 4 }] })
  t.match(compareLevel(level, undefined), { isFound: false, differences: [{ system: 'missing' }] })
  const limit = { skuId: 'A', warehouseCode: 'W', lowStockAt: 2 }
  t.same(compareLevel(limit, 5).differences, [], 'a row without a quantity')
  t.match(compareLevel(limit, undefined), { isFound: false, differences: [{ system: 'missing' }] })
  const customer = { id: 'C', name: 'Acme', properties: [{ key: 'vat', value: '1' }] }
  t.same(compareCustomer(customer, { ...customer }), [])
  t.match(compareCustomer(customer, { name: 'B', properties: [] }), [
    { property: 'name' },
    { property: 'properties[vat]', system: null },
  ])
})

t.test('given many or long ids, when they are made into queries, then none is too long and none is lost', async (t) => {
  const ids = Array.from({ length: 250 }, (_, index) => `${'ø'.repeat(index % 40)}${index}`)
  const portions = portionsOfIds(ids, 100)
  t.same(portions.flat(), ids)
  t.ok(portions.every((portion) => portion.length <= 100 && portion.map(encodeURIComponent).join('&skuIds=').length <= 6_100))
})

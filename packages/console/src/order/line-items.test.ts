import type { Order, Product } from '@open-oms/client/types'
import t from 'tap'
import { itemCount, lineItems, lineProgress, lineTitle, productsBySku, skusOf } from './line-items.ts'

type Line = Order['orderForm']['lineItems'][number]

function line(lineItemId: string, fields: Partial<Line> = {}): Line {
  const quantities = { quantity: 1, deliveredQuantity: 0, returnQuantity: 0, canceledQuantity: 0 }
  return { lineItemId, code: null, displayName: null, packageLineItemId: null, ...quantities, ...fields } as Line
}

t.test('given packages, when lines are listed, then components are below their package and count with it', async (t) => {
  const lines = [
    line('box', { quantity: 2 }),
    line('beans', { quantity: 1.5 }),
    line('cup', { packageLineItemId: 'box', quantity: 4 }),
    line('lost', { packageLineItemId: 'in another shipment', quantity: 3 }),
  ]
  t.same(
    lineItems(lines).map((item) => [item.line.lineItemId, item.components.map(({ lineItemId }) => lineItemId)]),
    [
      ['box', ['cup']],
      ['beans', []],
      ['lost', []],
    ],
  )
  t.equal(itemCount(lines), 6.5)
})

t.test('given a line, when units are shipped, returned or cancelled, then only that is said', async (t) => {
  t.same(lineProgress(line('1', { quantity: 4 })), [])
  t.same(lineProgress(line('1', { quantity: 4, deliveredQuantity: 2, returnQuantity: 1, canceledQuantity: 1 })), [
    { what: 'shipped', units: 2, ordered: 3 },
    { what: 'returned', units: 1, ordered: 2 },
    { what: 'cancelled', units: 1, ordered: 4 },
  ])
})

t.test('given products of the catalogue, when lines are named, then a variant has the name of its product', async (t) => {
  const product = { productId: 'jacket', name: 'Rain jacket', variants: [{ skuId: 'jacket-l', name: 'Large' }] }
  const bySku = productsBySku([product as unknown as Product])
  const title = (fields: Partial<Line>) => lineTitle(line('1', fields), bySku.get(fields.code ?? ''))
  t.equal(title({ code: 'jacket-l', displayName: 'Large' }), 'Rain jacket, Large')
  t.equal(title({ code: 'jacket-l', displayName: 'Rain jacket' }), 'Rain jacket, Large')
  t.equal(title({ code: 'jacket-l', displayName: 'Jacket for Kari' }), 'Jacket for Kari', 'what the order says wins')
  t.equal(title({ code: 'jacket' }), 'Rain jacket')
  t.equal(title({ code: 'unknown' }), 'unknown')
  t.same(skusOf([line('1', { code: 'b' }), line('2', { code: 'a' }), line('3', { code: 'b' }), line('4')]), ['a', 'b'])
})

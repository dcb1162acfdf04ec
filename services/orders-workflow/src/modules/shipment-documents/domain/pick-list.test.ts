import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { documentConfig, documentOrder } from '../../../testing/documents/document-samples.ts'
import type { SampleForm } from '../../../testing/sample-order.ts'
import type { DocumentTable } from '../../documents/domain/document-blocks.ts'
import { openShipment } from '../../documents/domain/open-shipment.ts'
import { groupPicks, type PickedShipment, pickedShipment } from './pick-groups.ts'
import { pickListModel } from './pick-list.ts'

const now = new Date('2026-03-05T08:00:00Z')
type Lines = NonNullable<SampleForm['lineItems']>

function buildOrder(orderNumber: string, lineItems: Lines, fields: Partial<Order> = {}): Order {
  const shipments = [{ warehouseCode: 'Central' }]
  return {
    ...documentOrder({ form: { lineItems, shipments, discounts: [], payments: [] } }),
    id: orderNumber,
    orderNumber,
    ...fields,
  }
}

const picked = (order: Order): PickedShipment[] =>
  order.orderForm.shipments.map((shipment) => pickedShipment(openShipment(order, shipment), documentConfig.stores))
const buildList = (orders: readonly Order[], marketId: string | null = null) =>
  pickListModel({ shipments: orders.flatMap(picked), leftOut: [], config: documentConfig, now, marketId })
const listRows = (orders: readonly Order[]) => (buildList(orders, 'GBR').blocks[0] as DocumentTable).rows

t.test(
  'given lines of one item at several places, when they are grouped, then each place has its sum, in the order of a walk',
  async (t) => {
    const order = buildOrder('O-1', [
      { code: 'B', quantity: 1, internalWarehouseLocation: 'A-12' },
      { code: 'A', quantity: 0.1, internalWarehouseLocation: 'A-2' },
      { code: 'A', quantity: 0.2, internalWarehouseLocation: 'A-2' },
      { code: 'C', quantity: 3 },
      { code: 'A10', quantity: 1, internalWarehouseLocation: 'A-2' },
      { code: 'A', quantity: 4, internalWarehouseLocation: 'A-12' },
      { code: 'A', quantity: 1, unit: 'kg', internalWarehouseLocation: 'A-12' },
    ])
    const groups = groupPicks(picked(order).flatMap(({ picks }) => picks))
    t.same(
      groups.map(({ location, code, quantity, unit }) => [location, code, quantity, unit]),
      [
        ['A-2', 'A', 0.3, ''],
        ['A-2', 'A10', 1, ''],
        ['A-12', 'A', 4, ''],
        ['A-12', 'A', 1, 'kg'],
        ['A-12', 'B', 1, ''],
        ['', 'C', 3, ''],
      ],
    )
  },
)

t.test('given the same lines in any order, when they are grouped, then places and sums are the same', async (t) => {
  const picks = ['b', 'a', 'C', 'c', 'A'].flatMap((code) =>
    picked(buildOrder(`O-${code}`, [{ code, quantity: 2 }])).flatMap(({ picks }) => picks),
  )
  const codes = groupPicks(picks).map(({ code }) => code)
  t.same(
    groupPicks(picks.toReversed()).map(({ code }) => code),
    codes,
  )
  t.same(
    groupPicks([...picks, ...picks]).map(({ quantity }) => quantity),
    [4, 4, 4, 4, 4],
  )
})

t.test('given an item with a GTIN, when the list is made, then that is its barcode, else its code is', async (t) => {
  const rows = listRows([
    buildOrder('O-1', [
      { code: 'A', quantity: 1, gtins: ['7038010001234'] },
      { code: 'B', quantity: 1 },
    ]),
  ])
  t.same(
    rows.map(({ barcode }) => barcode),
    ['7038010001234', 'B'],
  )
})

t.test(
  'given what hundreds of orders ask for and remark, when the list is made, then no row is higher than a page',
  async (t) => {
    const comment = 'x'.repeat(400)
    const orders = Array.from({ length: 200 }, (_, index) =>
      buildOrder(`LONG-ORDER-NUMBER-${1_000 + index}`, [{ code: 'A', quantity: 1, comment }]),
    )
    const rows = listRows(orders)
    t.same(rows[0]?.cells, ['', 'A', 'A', '200', ''])
    t.ok(
      rows.slice(1).every(({ cells }) => cells.length === 4),
      'only the first row has a box',
    )
    const texts = rows.flatMap(({ details }) => details).join('\n')
    for (const order of orders) t.ok(texts.includes(`${order.orderNumber}:`), order.orderNumber as string)
    for (const { details } of rows) t.ok(details.join('').length <= 1_500)
  },
)

t.test(
  'given orders of one or several stores and markets, when the list is made, then language and issuer are those they share',
  async (t) => {
    const oslo = buildOrder('O-1', [{ code: 'A', quantity: 1 }], { marketId: 'NOR', storeId: 'Oslo-01' })
    const london = buildOrder('O-2', [{ code: 'A', quantity: 1 }], { marketId: 'GBR', storeId: 'London-01' })
    t.match(buildList([oslo]), { title: 'Plukkliste', issuer: { name: 'Eksempel Handel AS' } })
    t.match(buildList([london]), { title: 'Pick list', issuer: { name: 'Example Retail Ltd' } })
    t.match(buildList([oslo, london]), { issuer: { name: '', lines: { length: 0 } }, footer: '' })
    t.match(buildList([oslo], 'GBR'), { title: 'Pick list', issuer: { name: 'Eksempel Handel AS' } })
    t.throws(() => buildList([oslo], 'Moon'), { code: 'ValidationFailed' })
  },
)

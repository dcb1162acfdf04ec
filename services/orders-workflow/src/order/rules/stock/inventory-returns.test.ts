import { completer } from '@open-oms/contracts/complete'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { InputOf } from '@open-oms/contracts/primitives'
import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import type { OrderStock, ReturnedEntry } from './inventory-ledger.ts'
import { putBack, returnedLines } from './inventory-returns.ts'
import { type StockLevel, startStockChanges } from './stock-changes.ts'

const complete = completer(ReturnOrderForm)
const stores = [
  { id: 'Oslo-01', warehouses: ['Oslo-01', 'Central'] },
  { id: 'Bergen-01', warehouses: ['Bergen-01'] },
]
const line = (fields: InputOf<OrderLine> = {}) => ({ lineItemId: '1', code: 'CUP', quantity: 2, updateStock: true, ...fields })
const buildForm = (fields: InputOf<ReturnOrderForm> = {}) => {
  const created = '2026-03-01T10:00:00.000Z'
  return complete({
    returnId: 'R1',
    created,
    modified: created,
    lineItems: [line()],
    ...fields,
  } as InputOf<ReturnOrderForm>)
}
const order = sampleOrder({ lineItems: [line()], shipments: [{ warehouseCode: 'Central' }] })

function stock(levels: StockLevel[], returned: ReturnedEntry[] = []): OrderStock {
  return {
    orderId: 'O-1',
    lines: [],
    stockedSkus: new Set(['CUP']),
    ledger: new Map(),
    returned,
    changes: startStockChanges(levels),
  }
}
const level = (warehouseCode: string): StockLevel => ({ skuId: 'CUP', warehouseCode, quantity: 0, reserved: 0 })

const returnWarehouses = (form: ReturnOrderForm, of = order) =>
  returnedLines({ order: of, form, stores }).map(({ location }) => location?.warehouseCode ?? null)

t.test('given a return form, when its warehouse is looked for, then it is that of its store or of the shipment', async (t) => {
  t.same(returnWarehouses(buildForm({ storeId: 'Bergen-01' })), ['Bergen-01'])
  t.same(returnWarehouses(buildForm()), ['Central'])
  t.same(returnWarehouses(buildForm({ shipments: [{ warehouseCode: 'Own' }] as never })), ['Own'])
  t.same(returnWarehouses(buildForm(), sampleOrder({ lineItems: [line()], shipments: [{}] })), ['Oslo-01'])
  t.same(returnWarehouses(buildForm({ storeId: 'Nowhere' })), [null])
})

t.test('given lines without stock update or SKU and virtual ones, when a form is returned, then they are left out', async (t) => {
  const lineItems = [line({ updateStock: false }), line({ isVirtualProduct: true }), line({ code: undefined as never })]
  t.same(returnWarehouses(buildForm({ lineItems: lineItems as never })), [])
})

t.test('given a return form, when its lines are put back twice, then they are put back once', async (t) => {
  const lines = returnedLines({ order, form: buildForm(), stores })
  const first = stock([level('Central')])
  t.match(putBack(first, 'R1', lines), { units: 2000 })
  t.match(first.changes.moves, [
    { kind: 'Return', quantityDelta: 2000, reservedDelta: 0, returnId: 'R1', lineItemId: '1', orderId: 'O-1' },
  ])
  const later = stock(
    [level('Central')],
    [{ returnId: 'R1', lineItemId: '1', skuId: 'CUP', warehouseCode: 'Central', units: 2000 }],
  )
  t.match(putBack(later, 'R1', lines), { units: 0 })
  t.same(later.changes.moves, [])
})

t.test('given an unknown warehouse or SKU, when lines are put back, then the first is reported', async (t) => {
  t.same([...putBack(stock([]), 'R1', returnedLines({ order, form: buildForm({ storeId: 'Nowhere' }), stores })).lost], ['CUP'])
  t.same([...putBack(stock([]), 'R1', returnedLines({ order, form: buildForm(), stores })).lost], ['CUP'])
  const unknown = { ...stock([]), stockedSkus: new Set<string>() }
  t.match(putBack(unknown, 'R1', returnedLines({ order, form: buildForm(), stores })), { units: 0, lost: new Set() })
})

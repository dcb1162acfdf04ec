import type { ShipmentToPick } from '@open-oms/client/types'
import t from 'tap'
import {
  beginTask,
  byShelf,
  countLine,
  hasSameGoods,
  isPicked,
  openShipments,
  pickedOf,
  scanCode,
  shortages,
  shortLine,
} from './pick-task.ts'

const toLine = (lineItemId: string, fields: Partial<ShipmentToPick['lines'][number]> = {}) => ({
  lineItemId,
  skuId: `SKU-${lineItemId}`,
  name: `Item ${lineItemId}`,
  size: null,
  color: null,
  imageUrl: null,
  location: null,
  barcodes: [],
  unit: null,
  quantity: 2,
  comment: null,
  packageName: null,
  hasSerialNumber: false,
  ...fields,
})
const cup = toLine('1', { barcodes: ['070001234567'] })
const pot = toLine('2', { quantity: 1 })
const shipment: ShipmentToPick = {
  orderId: 'O-1',
  orderNumber: '1',
  versionId: 'v1',
  shipmentId: '1',
  warehouseCode: 'Central',
  storeId: null,
  customerName: null,
  shippingMethodName: null,
  comment: null,
  created: '2026-03-01T08:00:00.000Z',
  pickedStatus: 'PackedAndReady',
  lines: [cup, pot],
}
const begun = beginTask('kari', shipment, undefined)

t.test('a scan counts one of its item, by SKU or barcode, and says when there is enough or it is wrong', async (t) => {
  const first = scanCode(begun, '0070001234567')
  t.match(first, { outcome: 'counted', line: { lineItemId: '1' } }, 'with another number of leading zeros')
  const second = scanCode(first.task, 'sku-1')
  t.equal(pickedOf(second.task, cup), 2)
  t.match(scanCode(second.task, 'SKU-1'), { outcome: 'enough', line: { lineItemId: '1' } })
  t.match(scanCode(second.task, '99'), { outcome: 'wrong', line: null })
  t.equal(isPicked(second.task), false)
  t.equal(isPicked(scanCode(second.task, 'SKU-2').task), true)
})

t.test('a scan finds the item of a GS1 label or link, whatever else is on it', async (t) => {
  const box = toLine('1', { barcodes: ['9501101530003'] })
  const task = beginTask('kari', { ...shipment, lines: [box] }, undefined)
  const codes = [
    '(01)09501101530003(10)AB12(21)S7',
    '010950110153000310AB12\u001d21S7',
    ']C1010950110153000317250731',
    ']d201095011015300032112',
    'https://id.example.org/01/09501101530003/10/AB12?17=250731',
    'https://id.example.org/shop/01/9501101530003',
  ]
  for (const code of codes) t.equal(scanCode(task, code).outcome, 'counted', code)
  for (const code of ['(02)09501101530003(37)12', '0109501101530010', 'https://id.example.org/10/9501101530003'])
    t.equal(scanCode(task, code).outcome, 'wrong', code)
})

t.test('two lines of one item are filled one after the other', async (t) => {
  const two = beginTask('kari', { ...shipment, lines: [pot, toLine('3', { skuId: 'SKU-2', quantity: 1 })] }, undefined)
  const done = scanCode(scanCode(two, 'SKU-2').task, 'SKU-2').task
  t.same(done.counts, { 2: 1, 3: 1 })
})

t.test('a short line needs a reason, which goes when all of it is found', async (t) => {
  const some = countLine(countLine(begun, cup, 1), pot, 5)
  t.equal(pickedOf(some, pot), 1, 'never more than ordered')
  t.equal(isPicked(some), false)
  const short = shortLine(some, cup, 'damaged')
  t.equal(isPicked(short), true)
  t.match(shortages(short), [{ picked: 1, reason: 'damaged' }])
  t.same(shortages(countLine(short, cup, 2)), [])
  t.equal(isPicked(shortLine(short, cup, null)), false)
})

t.test('keeps what was counted, as far as it fits, of an order that has changed', async (t) => {
  const counted = countLine(begun, cup, 2)
  const changed = { ...shipment, versionId: 'v2', lines: [{ ...cup, quantity: 1 }] }
  const again = beginTask('kari', changed, counted)
  t.same(again.counts, { 1: 1 })
  t.not(again.key, counted.key)
  t.equal(hasSameGoods(shipment, { ...shipment, versionId: 'v2' }), true)
  t.equal(hasSameGoods(shipment, changed), false)
})

t.test('hides what is done on this device until its order changes', async (t) => {
  const sent = { ...begun, state: 'sent' as const }
  t.same(openShipments([shipment], [sent]), [])
  t.same(openShipments([{ ...shipment, versionId: 'v2' }], [sent]).length, 1)
  t.same(openShipments([shipment], [begun]).length, 1, 'it is being picked')
})

t.test('shows the shipments by their first shelf, the oldest first', async (t) => {
  const at = (location: string | null, created = '2026-03-01') => ({ ...shipment, created, lines: [{ ...cup, location }] })
  const sorted = [at(null), at('A-12'), at('A-2', '2026-03-02'), at('A-2')].sort(byShelf)
  t.same(
    sorted.map(({ lines, created }) => [lines[0]?.location, created]),
    [
      ['A-2', '2026-03-01'],
      ['A-2', '2026-03-02'],
      ['A-12', '2026-03-01'],
      [null, '2026-03-01'],
    ],
  )
})

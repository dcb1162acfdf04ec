import type { ShipmentToPick } from '@open-oms/client/types'
import t from 'tap'
import { beginTask, countLine } from '../picking/pick-task.ts'
import { emptyParcel, moveUnits, toPackages, unitsIn } from './parcels.ts'

const line = (lineItemId: string, quantity: number): ShipmentToPick['lines'][number] => ({
  lineItemId,
  skuId: lineItemId,
  name: lineItemId,
  size: null,
  color: null,
  imageUrl: null,
  location: null,
  barcodes: [],
  unit: null,
  quantity,
  comment: null,
  packageName: null,
  hasSerialNumber: false,
})
const [cups, pot] = [line('cups', 3), line('pot', 1)]
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
  lines: [cups, pot],
}
const picked = countLine(countLine(beginTask('kari', shipment, undefined), cups, 3), pot, 1)

t.test('one parcel that nobody has weighed is not sent, and one with a weight has all that is picked', async (t) => {
  t.same(toPackages(picked), [])
  t.same(toPackages({ ...picked, parcels: [{ weightInKg: 1.25, contents: {} }] }), [
    {
      id: '1',
      weightInKg: 1.25,
      lineItemReferences: [
        { lineItemId: 'cups', quantity: 3 },
        { lineItemId: 'pot', quantity: 1 },
      ],
    },
  ])
})

t.test('units move between the first parcel and another, never more than there are', async (t) => {
  const two = { ...picked, parcels: [emptyParcel, emptyParcel] }
  const moved = moveUnits(two, 1, { line: cups, units: 2 })
  t.same([unitsIn(moved, 0, cups), unitsIn(moved, 1, cups)], [1, 2])
  t.same(toPackages(moved), [
    {
      id: '1',
      lineItemReferences: [
        { lineItemId: 'cups', quantity: 1 },
        { lineItemId: 'pot', quantity: 1 },
      ],
    },
    { id: '2', lineItemReferences: [{ lineItemId: 'cups', quantity: 2 }] },
  ])
  t.equal(unitsIn(moveUnits(moved, 1, { line: cups, units: 9 }), 1, cups), 3)
  t.equal(unitsIn(moveUnits(moved, 1, { line: cups, units: -9 }), 1, cups), 0)
})

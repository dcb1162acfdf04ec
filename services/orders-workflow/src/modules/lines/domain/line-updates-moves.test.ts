import t from 'tap'
import { checkCase, type LineUpdateCase, oneShipment, twoShipments, updating } from '../../../testing/orders/line-updating.ts'

const { updated, stored } = await updating()

const cases: LineUpdateCase[] = [
  {
    name: 'an unknown id takes what is delivered to a new shipment, and its cost once that is through',
    body: {
      status: 'Completed',
      shipmentInfo: { shipmentId: 'S2', trackingNumber: 'T' },
      lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2 }],
    },
    goods: { 1: '1:3 0/0/0 2:1 0/0/0', S2: '1:2 2/0/0' },
    statuses: { 1: 'InProgress', S2: 'Completed' },
    order: 'PartiallyShipped',
    costs: { 1: 0, S2: 49 },
  },
  {
    name: 'the cost stays where the request keeps it',
    body: {
      status: 'Completed',
      isShippingCostKeptForExistingShipment: true,
      shipmentInfo: { shipmentId: 'S2' },
      lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2 }],
    },
    goods: { 1: '1:3 0/0/0 2:1 0/0/0', S2: '1:2 2/0/0' },
    costs: { 1: 49, S2: 0 },
  },
  {
    name: 'a new shipment that takes everything replaces the original and has its cost, even if that is to be kept',
    body: {
      status: 'Completed',
      isShippingCostKeptForExistingShipment: true,
      shipmentInfo: { shipmentId: 'S2' },
      lineItemUpdates: [
        { lineItemId: '1', deliveredQuantity: 4, canceledQuantity: 1 },
        { lineItemId: '2', deliveredQuantity: 1 },
      ],
    },
    goods: { S2: '1:5 4/1/0 2:1 1/0/0' },
    statuses: { S2: 'Completed' },
    order: 'Completed',
    costs: { S2: 49 },
  },
  {
    name: 'an original that has tracking stays, empty',
    form: { ...oneShipment, shipments: [{ ...oneShipment.shipments?.[0], shipmentTrackingNumber: 'TR' }] },
    body: {
      status: 'Completed',
      shipmentInfo: { shipmentId: 'S2' },
      lineItemUpdates: [
        { lineItemId: '1', deliveredQuantity: 5 },
        { lineItemId: '2', deliveredQuantity: 1 },
      ],
    },
    goods: { 1: '', S2: '1:5 5/0/0 2:1 1/0/0' },
    order: 'Completed',
  },
  {
    name: 'what is cancelled under an unknown id is cancelled there, and that shipment is Cancelled',
    body: {
      status: 'Cancelled',
      shipmentInfo: { shipmentId: 'S2' },
      lineItemUpdates: [{ lineItemId: '1', canceledQuantity: 2 }],
    },
    goods: { 1: '1:3 0/0/0 2:1 0/0/0', S2: '1:2 0/2/0' },
    order: 'InProgress',
    costs: { 1: 49, S2: 0 },
  },
  {
    name: 'a split goes to the next free number and keeps its status; the status goes to the targeted shipment',
    body: { status: 'PackedAndReady', lineItemUpdates: [{ lineItemId: '1', splitQuantity: 2 }] },
    goods: { 1: '1:3 0/0/0 2:1 0/0/0', 2: '1:2 0/0/0' },
    statuses: { 1: 'PackedAndReady', 2: 'InProgress' },
    order: 'New',
    costs: { 1: 49, 2: 0 },
  },
  {
    name: 'a split under an unknown id makes that shipment, which keeps its status',
    body: {
      status: 'PackedAndReady',
      shipmentInfo: { shipmentId: 'late', comment: 'later' },
      lineItemUpdates: [{ lineItemId: '1', splitQuantity: 2 }],
    },
    goods: { 1: '1:3 0/0/0 2:1 0/0/0', late: '1:2 0/0/0' },
    statuses: { 1: 'PackedAndReady', late: 'InProgress' },
  },
  {
    name: 'a split is ignored on a line that is delivered',
    body: { status: 'Completed', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2, splitQuantity: 3 }] },
    goods: { 1: '1:5 2/0/0 2:1 0/0/0' },
  },
  {
    name: 'one line delivered under an unknown id, another split off: the split has a shipment of its own',
    body: {
      status: 'Completed',
      shipmentInfo: { shipmentId: 'S2' },
      lineItemUpdates: [
        { lineItemId: '1', deliveredQuantity: 2 },
        { lineItemId: '2', splitQuantity: 1 },
      ],
    },
    goods: { 1: '1:3 0/0/0', S2: '1:2 2/0/0', 2: '2:1 0/0/0' },
    statuses: { 1: 'InProgress', S2: 'Completed', 2: 'InProgress' },
  },
  {
    name: 'what is delivered stays when the rest is split off; the cost does too',
    body: {
      status: 'Completed',
      lineItemUpdates: [
        { lineItemId: '1', deliveredQuantity: 5 },
        { lineItemId: '2', splitQuantity: 1 },
      ],
    },
    goods: { 1: '1:5 5/0/0', 2: '2:1 0/0/0' },
    order: 'PartiallyShipped',
    costs: { 1: 49, 2: 0 },
  },
  {
    name: 'a split takes ready units along only as far as they exceed the rest',
    form: { ...oneShipment, lineItems: [{ quantity: 5, readyForPickupQuantity: 4 }] },
    body: { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', splitQuantity: 2 }] },
    goods: { 1: '1:3 0/0/3', 2: '1:2 0/0/1' },
  },
  {
    name: 'reallocation makes a shipment of the warehouse, which keeps its status',
    body: {
      status: 'PackedAndReady',
      shipmentInfo: { warehouseCode: 'Central' },
      lineItemUpdates: [{ lineItemId: '1', reallocateQuantity: 2 }],
    },
    goods: { 1: '1:3 0/0/0 2:1 0/0/0', 2: '1:2 0/0/0' },
    statuses: { 1: 'PackedAndReady', 2: 'InProgress' },
    costs: { 1: 49, 2: 0 },
  },
  {
    name: 'given an unknown id, when goods are reallocated, then that shipment is made at the warehouse and keeps the status',
    body: {
      status: 'PackedAndReady',
      shipmentInfo: { shipmentId: 'R', warehouseCode: 'Central' },
      lineItemUpdates: [{ lineItemId: '1', reallocateQuantity: 2 }],
    },
    goods: { 1: '1:3 0/0/0 2:1 0/0/0', R: '1:2 0/0/0' },
    statuses: { 1: 'PackedAndReady', R: 'InProgress' },
  },
  {
    name: 'given one request that delivers, splits and reallocates, then only what is delivered takes its status',
    form: { ...oneShipment, lineItems: [{ quantity: 5 }, { quantity: 3 }, { quantity: 2 }] },
    body: {
      status: 'Completed',
      shipmentInfo: { shipmentId: 'D', warehouseCode: 'Central' },
      lineItemUpdates: [
        { lineItemId: '1', deliveredQuantity: 2, splitQuantity: 3 },
        { lineItemId: '2', splitQuantity: 1 },
        { lineItemId: '3', reallocateQuantity: 1 },
      ],
    },
    goods: { 1: '1:3 0/0/0 2:2 0/0/0 3:1 0/0/0', D: '1:2 2/0/0', 2: '2:1 0/0/0', 3: '3:1 0/0/0' },
    statuses: { 1: 'InProgress', D: 'Completed', 2: 'InProgress', 3: 'InProgress' },
    order: 'PartiallyShipped',
  },
  {
    name: 'an original whose package has tracking stays when everything is reallocated',
    form: {
      ...oneShipment,
      lineItems: [{ quantity: 1 }],
      shipments: [{ ...oneShipment.shipments?.[0], packages: [{ id: 'P', shipmentTracking: { shipmentTrackingNumber: 'T' } }] }],
    },
    body: {
      status: 'InProgress',
      shipmentInfo: { warehouseCode: 'Central' },
      lineItemUpdates: [{ lineItemId: '1', reallocateQuantity: 1 }],
    },
    goods: { 1: '', 2: '1:1 0/0/0' },
  },
  {
    name: 'reallocation joins the shipment that the warehouse has already',
    form: {
      ...twoShipments,
      shipments: [twoShipments.shipments?.[0] as never, { ...twoShipments.shipments?.[1], warehouseCode: 'Central' }],
    },
    body: {
      status: 'InProgress',
      shipmentInfo: { shipmentId: 'A', warehouseCode: 'Central' },
      lineItemUpdates: [{ lineItemId: '1', reallocateQuantity: 1 }],
    },
    goods: { A: '1:1 0/0/0', B: '1:4 0/0/0 2:1 0/0/0' },
    statuses: { A: 'InProgress', B: null },
  },
  {
    name: 'a shipment that is reallocated whole is gone, and its cost with the goods',
    body: {
      status: 'InProgress',
      shipmentInfo: { warehouseCode: 'Central' },
      lineItemUpdates: [
        { lineItemId: '1', reallocateQuantity: 5 },
        { lineItemId: '2', reallocateQuantity: 1 },
      ],
    },
    goods: { 2: '1:5 0/0/0 2:1 0/0/0' },
    statuses: { 2: 'InProgress' },
    costs: { 2: 49 },
  },
  {
    name: 'goods go to no shipment that is through: the warehouse gets another one',
    form: {
      ...twoShipments,
      shipments: [
        twoShipments.shipments?.[0] as never,
        { ...twoShipments.shipments?.[1], warehouseCode: 'Central', status: 'Shipped' },
      ],
    },
    body: {
      status: 'InProgress',
      shipmentInfo: { shipmentId: 'A', warehouseCode: 'Central' },
      lineItemUpdates: [{ lineItemId: '1', reallocateQuantity: 1 }],
    },
    goods: { A: '1:1 0/0/0', B: '1:3 0/0/0 2:1 0/0/0', 1: '1:1 0/0/0' },
  },
  {
    name: 'delivery under an unknown id comes from the one shipment that has all that is named',
    form: twoShipments,
    body: {
      status: 'Completed',
      shipmentInfo: { shipmentId: 'S' },
      lineItemUpdates: [
        { lineItemId: '1', deliveredQuantity: 3 },
        { lineItemId: '2', deliveredQuantity: 1 },
      ],
    },
    goods: { A: '1:2 0/0/0', S: '1:3 3/0/0 2:1 1/0/0' },
    order: 'PartiallyShipped',
  },
]

for (const one of cases) t.test(one.name, async (t) => checkCase(t, { stored, updated }, one))

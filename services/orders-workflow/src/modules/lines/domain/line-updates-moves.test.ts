import t from 'tap'
import { checkCase, type LineUpdateCase, oneShipment, twoShipments, updating } from '../../../testing/orders/line-updating.ts'

const { updated, stored } = await updating()

const cases: LineUpdateCase[] = [
  {
    name: 'given an unknown shipment id, when goods are delivered under it, then a new shipment has them and the cost',
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
    name: 'given a request that keeps the cost, when goods go to a new shipment, then the cost stays at the original',
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
    name: 'given a request that keeps the cost, when a new shipment takes everything, then it replaces the original with its cost',
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
    name: 'given an original with tracking, when a new shipment takes everything, then the original stays empty',
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
    name: 'given an unknown shipment id, when goods are cancelled under it, then a new shipment has them and is Cancelled',
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
    name: 'given no shipment id, when goods are split off, then the new shipment keeps the status and the target gets the new one',
    body: { status: 'PackedAndReady', lineItemUpdates: [{ lineItemId: '1', splitQuantity: 2 }] },
    goods: { 1: '1:3 0/0/0 2:1 0/0/0', 2: '1:2 0/0/0' },
    statuses: { 1: 'PackedAndReady', 2: 'InProgress' },
    order: 'New',
    costs: { 1: 49, 2: 0 },
  },
  {
    name: 'given an unknown shipment id, when goods are split off, then the new shipment has that id and keeps the status',
    body: {
      status: 'PackedAndReady',
      shipmentInfo: { shipmentId: 'late', comment: 'later' },
      lineItemUpdates: [{ lineItemId: '1', splitQuantity: 2 }],
    },
    goods: { 1: '1:3 0/0/0 2:1 0/0/0', late: '1:2 0/0/0' },
    statuses: { 1: 'PackedAndReady', late: 'InProgress' },
  },
  {
    name: 'given a line that is delivered, when it is split too, then the split is ignored',
    body: { status: 'Completed', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2, splitQuantity: 3 }] },
    goods: { 1: '1:5 2/0/0 2:1 0/0/0' },
  },
  {
    name: 'given an unknown shipment id, when one line is delivered and another split off, then each has its own shipment',
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
    name: 'given a delivered line, when the rest is split off, then the delivered goods and the cost stay',
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
    name: 'given units ready for pick-up, when goods are split off, then only the ready units above the rest go with them',
    form: { ...oneShipment, lineItems: [{ quantity: 5, readyForPickupQuantity: 4 }] },
    body: { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', splitQuantity: 2 }] },
    goods: { 1: '1:3 0/0/3', 2: '1:2 0/0/1' },
  },
  {
    name: 'given a warehouse, when goods are reallocated to it, then a new shipment has them and keeps the status',
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
    name: 'given an original whose package has tracking, when everything is reallocated, then it stays empty',
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
    name: 'given a shipment of the warehouse, when goods are reallocated to it, then that shipment gets them',
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
    name: 'given a shipment without tracking, when everything is reallocated, then it is removed and the cost moves with the goods',
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
    name: 'given a shipped shipment of the warehouse, when goods are reallocated, then another shipment gets them',
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
    name: 'given two shipments, when goods are delivered under an unknown id, then they come from the one that has them all',
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

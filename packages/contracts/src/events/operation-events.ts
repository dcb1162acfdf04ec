const created = ['orders.order.created.v1'] as const
const updated = ['orders.order.updated.v1'] as const
const inventory = ['orders.inventory.changed.v1'] as const
/** A change of lines shows in their shipments and may move stock. */
const lines = [...updated, 'orders.shipment.changed.v1', ...inventory] as const
/**
 * Rules place holds when an order is created or enters a status, and release them when they no
 * longer apply.
 */
const holds = ['orders.hold.placed.v1', 'orders.hold.released.v1'] as const
const payments = [...updated, 'orders.payment.recorded.v1', ...holds] as const
/** Steps of a workflow capture, reserve, ship and change the status further. */
const workflow = [
  ...lines,
  'orders.payment.recorded.v1',
  'orders.order.status-changed.v1',
  'orders.workflow.completed.v1',
  ...holds,
] as const
/** A status may also be the one of deleted orders, or lead out of it. */
const anyStatus = [...workflow, 'orders.order.deleted.v1', 'orders.order.restored.v1'] as const
const newOrder = [...created, ...workflow] as const
/** A replacement or patch may change every part of an order. */
const wholeOrder = [...anyStatus, 'orders.return.created.v1', 'orders.return.updated.v1'] as const
const assets = ['catalog.asset.stored.v1', 'catalog.asset.deleted.v1'] as const
const productAssets = ['catalog.product.updated.v1', ...assets] as const

/**
 * The types of the events that may follow from an operation, those of the workflow run that it
 * starts included; operations without events are left out. Tests compare the events that they cause
 * with this table.
 */
const table: Readonly<Record<string, readonly string[]>> = {
  createOrder: newOrder,
  createNumberedOrder: newOrder,
  createPosOrder: newOrder,
  addOrders: newOrder,
  importOrders: [...created, ...payments],
  updateOrder: wholeOrder,
  replaceOrder: wholeOrder,
  updateOrders: [...created, ...wholeOrder],
  patchOrder: wholeOrder,
  deleteOrder: ['orders.order.deleted.v1', 'orders.order.purged.v1', ...inventory],
  eraseCustomer: ['orders.order.purged.v1', ...inventory],
  restoreOrder: ['orders.order.restored.v1', 'orders.shipment.changed.v1', ...inventory],
  addOrderLine: lines,
  addManyOrderLines: lines,
  addOrderLineProperties: lines,
  patchUpdateOrderLines: lines,
  patchLineItemIds: [...lines, 'orders.payment.recorded.v1', 'orders.return.updated.v1'],
  cancelOrder: workflow,
  cancelOrderLine: workflow,
  cancelOrderLines: workflow,
  orderLinesUpdate: workflow,
  addPayments: payments,
  addPaymentsByPut: payments,
  putPayments: payments,
  refundPayment: workflow,
  capturePayment: workflow,
  voidPayment: workflow,
  sendPaymentLink: workflow,
  withdrawPaymentLink: workflow,
  addComment: updated,
  changeComment: updated,
  pressButton: [...anyStatus],
  // With the id of a return it changes the status of that.
  updateStatus: [...anyStatus, 'orders.return.updated.v1'],
  putShipments: lines,
  patchShipments: lines,
  deleteShipments: lines,
  addOrderLinesToShipment: lines,
  createReturn: ['orders.return.created.v1', ...created, ...workflow],
  updateReturnStatus: ['orders.return.updated.v1', ...workflow],
  patchReturn: ['orders.return.updated.v1', ...lines],
  createReplacementOrder: newOrder,
  resumeWorkflowRun: workflow,
  retryWorkflowStep: workflow,
  dismissWorkflowRun: workflow,
  resumeWorkflowRuns: workflow,
  retryWorkflowRuns: workflow,
  dismissWorkflowRuns: workflow,
  holdOrder: [...updated, 'orders.hold.placed.v1'],
  releaseHold: [...updated, 'orders.hold.released.v1'],
  migrateOrders: workflow,
  setInventory: inventory,
  adjustInventory: inventory,
  transferInventory: inventory,
  closeZReport: ['orders.zreport.closed.v1'],
  createCartOrder: newOrder,
  createProduct: ['catalog.product.created.v1', ...assets],
  updateProduct: productAssets,
  deleteProduct: ['catalog.product.deleted.v1', ...assets],
  addCustomerAsset: assets,
  addCustomerAssets: assets,
  updateCustomerAssets: assets,
  deleteCustomerAssets: assets,
  addProductAssets: productAssets,
  updateProductAssets: productAssets,
  deleteProductAssets: productAssets,
  addProductAsset: productAssets,
  addProductImage: productAssets,
  postProductImage: productAssets,
}

/** The types of the events that may follow from an operation. */
export function eventsOfOperation(operationId: string): readonly string[] {
  return table[operationId] ?? []
}

/** The operations from which events may follow. */
export const operationsWithEvents = Object.keys(table)

import type { Examples } from './example-recorder.ts'
import { settled } from './order-examples.ts'
import { cup, order, payment } from './the-world.ts'

/** The order K-1 is paid, shipped, and one of its cups comes back. */
export async function fulfilmentExamples(examples: Examples): Promise<void> {
  const { call } = examples
  const path = { orderId: 'K-1' }
  await call('getPaymentOptions', { path })
  await call('addPayments', { path, body: [payment(250, 'auth-1')] })
  await call('updateStatus', { path, body: { status: 'Nowhere' }, status: 400 })
  for (const status of ['InProgress', 'Shipped', 'Completed']) {
    await call('updateStatus', { path, body: { status }, isKept: status === 'InProgress' })
    await settled(examples, 'K-1')
  }
  await call('createReturn', {
    path,
    body: { returns: [{ lineItemId: '1', returnQuantity: 1, isStockUpdated: true }], creditPayment: true },
  })
  await call('patchReturn', { path: { ...path, returnId: '1' }, body: { returnComment: 'Too small' } })
  await call('updateReturnStatus', { path, body: { returnId: '1', status: 'Completed' } })
  await settled(examples, 'K-1')
  await call('searchReturnOrders', { body: { id: 'K-1', take: 1 } })
  await call('createReplacementOrder', {
    body: { orderId: 'K-1', orderLineReplacements: [{ lineItemId: '1', quantity: 1, replacementReason: 'Cracked' }] },
  })
  await call('readTimeline', { path, query: { take: 2 } })
  await call('getWorkflowRuns', { path })
}

/** Payments and shipments of other orders. */
export async function shipmentExamples(examples: Examples): Promise<void> {
  const { call } = examples
  const shipped = { lineItems: [{ ...cup, lineItemId: '1' }], shippingMethodName: 'Home delivery' }
  await call('createOrder', { body: order('K-5'), isKept: false })
  await settled(examples, 'K-5')
  const path = { orderId: 'K-5' }
  await call('addPaymentsByPut', { path, body: [payment(100, 'auth-5')] })
  await call('putPayments', { path, body: [payment(250, 'auth-6')] })
  await call('putShipments', { path, body: [{ shipmentId: '1', ...shipped }] })
  await call('patchShipments', { path, body: [{ shipmentId: '1', shipmentTrackingNumber: 'NO123' }] })
  await call('putShipments', {
    path,
    body: [
      { shipmentId: '2', shippingMethodName: 'Pick up' },
      { shipmentId: '3', shippingMethodName: 'Pick up' },
      { shipmentId: '1', ...shipped, shipmentTrackingNumber: 'NO123' },
    ],
    isKept: false,
  })
  await call('addOrderLinesToShipment', { path, body: [{ shipmentId: '2', lineItemIds: ['1'] }] })
  await call('deleteShipments', { path, body: ['3'] })
  const shipments = { shipments: [{ orderId: 'K-5', shipmentId: '2' }] }
  await call('printPickList', { body: shipments })
  await call('printPackingSlips', { body: shipments })
  await call('listShipmentsToPick', { body: shipments })
  await call('orderLinesUpdate', {
    path,
    body: { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }] },
  })
  await call('capturePayment', { path, body: { amount: 200 } })
  await call('voidPayment', { path, body: {} })
  await call('refundPayment', { path, body: { amount: 25, reason: 'Late', note: 'Two days late.' } })
  const body = { orderId: 'K-5', amount: 150, reason: 'Two cups came broken.' }
  const { id: requestId } = await call('createRefundRequest', { body })
  await call('listRefundRequests', { query: { orderId: 'K-5', state: 'Pending' } })
  await call('decideRefundRequest', { path: { requestId }, body: { approve: false, note: 'The customer keeps them.' } })
  const linked = await call('sendPaymentLink', { path, body: { validForHours: 48, sendEmail: true } })
  const paymentId = linked.order.orderForm.payments.at(-1)?.id
  await call('withdrawPaymentLink', { path, body: { paymentId } })
}

/** Documents and their templates. */
export async function documentExamples({ call }: Examples): Promise<void> {
  const billingAddress = { organization: 'Example Ltd', organizationalNumber: '123456785', city: 'Oslo', countryCode: 'NO' }
  const invoice = { id: 'invoice', transactionType: 'Invoiced', paymentMethodName: 'Invoice', invoiceId: 'F-5001' }
  await call('createOrder', {
    body: { ...order('K-12', { payments: [{ ...payment(250, 'invoice-1'), ...invoice }] }), billingAddress },
    isKept: false,
  })
  await call('getPaymentInvoice', { path: { orderId: 'K-12', paymentId: 'invoice' }, query: { format: 'ubl' } })
  const templates = await call('listTemplates')
  const path = { orderId: 'K-1' }
  const query = { templateFile: 'receipt' }
  await call('getOrderAsPdf', { path, query })
  await call('getAsPdf', { path, query })
  const { assets } = await call('getOrder', { path, isKept: false })
  await call('getOrderAsset', { path: { ...path, assetId: assets?.[0]?.assetId } })
  await call('checkTemplates', { body: {} })
  await call('previewTemplate', {
    path: { name: (templates.result ?? templates.templates ?? templates)[0]?.name },
    body: { orderId: 'K-1' },
  })
}

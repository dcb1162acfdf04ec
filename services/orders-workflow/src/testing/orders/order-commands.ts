import type { OrderCommand, StoredOrder } from './order-command.ts'

const creditedForms = ({ returnOrderForms }: StoredOrder) =>
  (returnOrderForms as object[]).map((form) => ({ ...form, creditAmount: 90 }))

const line = (id: string) => ({ lineItemId: id, code: 'NEW', quantity: 1, placedPrice: 10 })
const payment = {
  amount: 1,
  paymentMethodName: 'Card',
  transactionId: 'second',
  transactionType: 'Authorization',
  status: 'Processed',
}
const of = (id: string, path = '') => `/api/Orders/${id}${path}`

const comment: OrderCommand['request'] = ({ id }) => ({
  method: 'POST',
  url: '/api/Orders/AddComment',
  body: { orderId: id, commentText: 'Called.' },
})
const hold: OrderCommand['request'] = ({ id }) => ({
  method: 'POST',
  url: of(id, '/Holds'),
  body: { reasonCode: 'FraudCheck' },
})

const press: OrderCommand['request'] = ({ id }) => ({ method: 'POST', url: of(id, '/Buttons/check'), body: {} })
/** What no payment covers, for a payment link. */
const unpaidLine: OrderCommand['request'] = ({ id }) => ({
  method: 'POST',
  url: of(id, '/OrderLines'),
  body: { ...line('8'), placedPrice: 100 },
})
const askForLink: OrderCommand['request'] = ({ id }) => ({ method: 'POST', url: of(id, '/PaymentLink'), body: { amount: 1 } })
const sendInvoice: OrderCommand['request'] = ({ id }) => ({ method: 'POST', url: of(id, '/SendInvoice'), body: {} })

/** The commands by the operation that their versions name. */
export const orderCommands: Readonly<Record<string, OrderCommand>> = {
  Create: { kind: 'create', request: ({ id, ...order }) => ({ method: 'POST', url: '/api/Orders', body: { ...order, id } }) },
  AddMany: { kind: 'create', request: (order) => ({ method: 'POST', url: '/api/Orders/AddMany', body: [order] }) },
  ImportMany: { kind: 'import', request: (order) => ({ method: 'POST', url: '/api/Orders/ImportMany', body: [order] }) },
  Update: {
    kind: 'replace',
    request: (order) => ({ method: 'PUT', url: '/api/Orders/Update', body: { ...order, customerName: 'Ola' } }),
    ofReturn: (order) => ({
      method: 'PUT',
      url: '/api/Orders/Update',
      body: { ...order, returnOrderForms: creditedForms(order) },
    }),
  },
  UpdateMany: {
    kind: 'replace',
    request: (order) => ({ method: 'POST', url: '/api/Orders/UpdateMany', body: [{ ...order, customerName: 'Ola' }] }),
    ofReturn: (order) => ({
      method: 'POST',
      url: '/api/Orders/UpdateMany',
      body: [{ ...order, returnOrderForms: creditedForms(order) }],
    }),
  },
  PatchOrder: {
    kind: 'edit',
    request: ({ id }) => ({ method: 'PATCH', url: of(id, '/PatchOrder'), body: { customerName: 'Ola' } }),
    ofReturn: ({ id }) => ({
      method: 'PATCH',
      url: of(id, '/PatchOrder'),
      body: { returnOrderForms: [{ returnId: '1', creditAmount: 90 }] },
    }),
  },
  DeleteOrder: { kind: 'edit', request: ({ id }) => ({ method: 'DELETE', url: of(id) }) },
  RestoreOrder: { kind: 'edit', request: ({ id }) => ({ method: 'POST', url: of(id, '/Restore') }) },
  PurgeOrder: { kind: 'edit', request: ({ id }) => ({ method: 'DELETE', url: of(id), query: { deletePermanently: 'true' } }) },
  AddOrderLine: { kind: 'edit', request: ({ id }) => ({ method: 'POST', url: of(id, '/OrderLines'), body: line('9') }) },
  AddManyOrderLines: {
    kind: 'edit',
    request: ({ id }) => ({ method: 'POST', url: of(id, '/AddManyOrderLines'), body: [line('9')] }),
  },
  CancelOrder: {
    kind: 'transition',
    request: ({ id }) => ({ method: 'POST', url: of(id, '/Cancel'), body: { reason: 'Customer' } }),
  },
  CancelOrderLine: { kind: 'edit', request: ({ id }) => ({ method: 'POST', url: of(id, '/OrderLines/1/Cancel') }) },
  CancelOrderLines: {
    kind: 'edit',
    request: ({ id }) => ({ method: 'POST', url: '/api/Orders/OrderLines/Cancel', body: [{ orderId: id, lineItemIds: ['1'] }] }),
  },
  AddOrderLineProperties: {
    kind: 'edit',
    request: ({ id }) => ({
      method: 'PUT',
      url: of(id, '/AddOrderLineProperties'),
      body: [{ lineItemId: '1', properties: [{ key: 'Colour', value: 'red' }] }],
    }),
  },
  PatchUpdateOrderLines: {
    kind: 'edit',
    request: ({ id }) => ({
      method: 'PATCH',
      url: of(id, '/PatchUpdateOrderLines'),
      body: [{ lineItemId: '1', displayName: 'Mug' }],
    }),
  },
  PatchLineItemIds: {
    kind: 'rename',
    request: ({ id }) => ({
      method: 'POST',
      url: '/api/Orders/PatchLineItemIds',
      body: { orderId: id, lineItemIdMappings: [{ oldLineItemId: '1', newLineItemId: 'cup' }] },
    }),
  },
  OrderLinesUpdate: {
    kind: 'transition',
    request: ({ id }) => ({
      method: 'POST',
      url: of(id, '/OrderLinesUpdate'),
      body: {
        status: 'InProgress',
        shipmentInfo: { shipmentId: '1' },
        lineItemUpdates: [{ lineItemId: '1', canceledQuantity: 1 }],
      },
    }),
  },
  PutShipments: {
    kind: 'edit',
    request: ({ id }) => ({ method: 'PUT', url: `/api/OrderShipments/${id}`, body: [{ shipmentId: 'only' }] }),
  },
  PatchShipments: {
    kind: 'edit',
    request: ({ id }) => ({
      method: 'PATCH',
      url: `/api/OrderShipments/${id}`,
      body: [{ shipmentId: '1', shippingMethodName: 'Bring' }],
    }),
  },
  DeleteShipments: {
    kind: 'edit',
    request: ({ id }) => ({ method: 'DELETE', url: `/api/OrderShipments/${id}/DeleteShipments`, body: ['2'] }),
  },
  AddOrderLinesToShipment: {
    kind: 'edit',
    request: ({ id }) => ({
      method: 'PUT',
      url: `/api/OrderShipments/${id}/AddOrderLinesToShipment`,
      body: [{ shipmentId: '2', lineItemIds: ['1'] }],
    }),
  },
  AddPayments: { kind: 'edit', request: ({ id }) => ({ method: 'POST', url: of(id, '/AddPayments'), body: [payment] }) },
  PutPayments: { kind: 'edit', request: ({ id }) => ({ method: 'PUT', url: of(id, '/PutPayments'), body: [payment] }) },
  RefundPayment: {
    kind: 'transition',
    status: 'Completed',
    request: ({ id }) => ({ method: 'POST', url: of(id, '/Refund'), body: { amount: 1, reason: 'Late' } }),
  },
  CapturePayment: {
    kind: 'transition',
    request: ({ id }) => ({ method: 'POST', url: of(id, '/Capture'), body: { amount: 1 } }),
  },
  VoidPayment: { kind: 'transition', request: ({ id }) => ({ method: 'POST', url: of(id, '/Void'), body: { amount: 1 } }) },
  PressButton: { kind: 'transition', request: press },
  SendPaymentLink: { kind: 'transition', prepares: [unpaidLine], request: askForLink },
  WithdrawPaymentLink: {
    kind: 'transition',
    prepares: [unpaidLine, askForLink],
    request: ({ id, orderForm }) => ({
      method: 'POST',
      url: of(id, '/WithdrawPaymentLink'),
      body: {
        paymentId: (orderForm.payments as { id: string; status: string }[]).find(({ status }) => status === 'Pending')?.id,
      },
    }),
  },
  AddComment: { kind: 'note', request: comment },
  ChangeComment: {
    kind: 'note',
    prepares: [comment],
    request: ({ id, publicOrderNotes }) => ({
      method: 'PATCH',
      url: of(id, `/Comments/${(publicOrderNotes as { id: string }[])[0]?.id}`),
      body: { isPinned: true },
    }),
  },
  ResendMessage: {
    kind: 'edit',
    prepares: [sendInvoice],
    request: ({ id }, { messageId }) => ({ method: 'POST', url: of(id, `/Messages/${messageId}/Resend`) }),
  },
  SendInvoice: { kind: 'edit', request: sendInvoice },
  HoldOrder: { kind: 'edit', request: hold },
  ReleaseHold: {
    kind: 'edit',
    prepares: [hold],
    request: ({ id, holds }) => ({ method: 'POST', url: of(id, `/Holds/${(holds as { id: string }[])[0]?.id}/Release`) }),
  },
  UpdateStatus: {
    kind: 'transition',
    request: ({ id }) => ({ method: 'POST', url: of(id, '/UpdateStatus'), body: { status: 'InProgress' } }),
  },
  'UpdateStatus, goods leave': {
    kind: 'transition',
    request: ({ id }) => ({ method: 'POST', url: of(id, '/UpdateStatus'), body: { status: 'Completed' } }),
  },
  RetryWorkflowStep: {
    kind: 'edit',
    prepares: [press],
    request: ({ id }, { runId, stepId }) => ({
      method: 'POST',
      url: of(id, `/WorkflowRuns/${runId}/RetryStep`),
      body: { stepId },
    }),
  },
  ResumeWorkflowRun: {
    kind: 'edit',
    prepares: [press],
    request: ({ id }, { runId }) => ({ method: 'POST', url: of(id, `/WorkflowRuns/${runId}/Resume`) }),
  },
  DismissWorkflowRun: {
    kind: 'edit',
    prepares: [press],
    request: ({ id }, { runId }) => ({ method: 'POST', url: of(id, `/WorkflowRuns/${runId}/Dismiss`) }),
  },
  Return: {
    kind: 'edit',
    status: 'Completed',
    request: ({ id }) => ({
      method: 'POST',
      url: `/api/Returns/${id}/Return`,
      body: { returns: [{ lineItemId: '1', returnQuantity: 1, returnReason: 'Broken' }] },
    }),
  },
  PatchReturn: {
    kind: 'edit',
    status: 'Returned',
    request: ({ id }) => ({ method: 'PATCH', url: `/api/Returns/${id}/1`, body: { rmaNumber: 'RMA-9' } }),
    ofReturn: ({ id }) => ({ method: 'PATCH', url: `/api/Returns/${id}/1`, body: { creditAmount: 90 } }),
  },
  CreateReplacementOrder: {
    kind: 'edit',
    status: 'Completed',
    request: ({ id }) => ({
      method: 'POST',
      url: '/api/Returns/CreateReplacementOrder',
      body: { orderId: id, orderLineReplacements: [{ lineItemId: '1', quantity: 1, reason: 'Broken' }] },
    }),
  },
}

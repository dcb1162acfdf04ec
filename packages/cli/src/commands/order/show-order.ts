import { Command } from '@commander-js/extra-typings'
import type { Order } from '@open-oms/contracts/orders/order'
import { getPaymentInvoice as route } from '@open-oms/contracts/orders/routes/documents'
import { getOrder } from '@open-oms/contracts/orders/routes/retrieve-orders'
import type { DeclareCommand } from '../../command.ts'
import { facts, table } from '../../output/table.ts'
import { orderArgument, resolveOrderId } from './find-order.ts'

/** `oms order invoice ORDER PAYMENT`: the electronic invoice of a payment, as XML. */
export const showInvoice: DeclareCommand = (run) =>
  new Command('invoice')
    .description('Print the electronic invoice of a payment, or the credit note of a refund, as UBL')
    .argument(...orderArgument)
    .argument('<payment>', 'the payment, by its id')
    .action((order, paymentId) =>
      run(async ({ api: createClient, output }) => {
        const api = createClient()
        const orderId = await resolveOrderId(api, order)
        const document = await api.call(route, { params: { orderId, paymentId }, query: { format: 'ubl' } })
        output.result({ document }, () => document)
      }),
    )

/** `oms order show ORDER`: the order as it is. */
export const showOrder: DeclareCommand = (run) =>
  new Command('show')
    .description('Show an order: lines, shipments, payments, holds and open errors')
    .argument(...orderArgument)
    .action((order) =>
      run(async (context) => {
        const api = context.api()
        const found = await api.call(getOrder, { params: { orderId: await resolveOrderId(api, order) } })
        context.output.result(found, () => describe(found))
      }),
    )

function describe(order: Order): string {
  const parts = [head(order), lines(order), shipments(order), payments(order), holds(order), errors(order)]
  return parts.filter((part) => part !== null).join('\n\n')
}

function head(order: Order): string {
  const { id, orderNumber, orderType, status, storeId, billingCurrency, total, remainingPayment, created, modified } = order
  return facts([
    ['Order', id],
    ['Number', orderNumber],
    ['Type', orderType],
    ['Status', status],
    ['Store', storeId],
    ['Total', `${total} ${billingCurrency ?? ''}`.trim()],
    ['Remaining', remainingPayment],
    ['Created', created],
    ['Modified', modified],
    ['Read-only', order.isReadOnly ? 'yes' : null],
  ])
}

function lines({ orderForm }: Order): string | null {
  const rows = orderForm.lineItems.map((line) => [
    line.lineItemId,
    line.code,
    line.displayName,
    line.quantity,
    line.deliveredQuantity,
    line.canceledQuantity,
    line.extendedPrice,
  ])
  return section(['Line', 'Code', 'Name', 'Quantity', 'Delivered', 'Canceled', 'Total'], rows)
}

function shipments({ orderForm }: Order): string | null {
  const rows = orderForm.shipments.map((shipment) => [
    shipment.shipmentId,
    shipment.orderStatus,
    shipment.pickUpWarehouseCode,
    shipment.shippingMethodName,
    shipment.shipmentTrackingNumber,
  ])
  return section(['Shipment', 'Status', 'Warehouse', 'Method', 'Tracking'], rows)
}

function payments({ orderForm }: Order): string | null {
  const rows = orderForm.payments.map((payment) => [
    payment.id,
    payment.transactionType,
    payment.status,
    payment.paymentMethodName,
    payment.amount,
  ])
  return section(['Payment', 'Type', 'Status', 'Method', 'Amount'], rows)
}

function holds(order: Order): string | null {
  const open = (order.holds ?? []).filter(({ released }) => released === null)
  const rows = open.map(({ id, reasonCode, created, until, note }) => [id, reasonCode, created, until, note])
  return section(['Hold', 'Reason', 'Since', 'Until', 'Note'], rows)
}

const closed = new Set(['Solved', 'Deleted'])

function errors(order: Order): string | null {
  const open = order.errors.filter(({ status }) => !closed.has(status ?? ''))
  return section(
    ['Error', 'Severity', 'Status', 'Message'],
    open.map(({ occurred, severity, status, message }) => [occurred, severity, status, message]),
  )
}

function section(headings: readonly string[], rows: Parameters<typeof table>[1]): string | null {
  return rows.length === 0 ? null : table(headings, rows)
}

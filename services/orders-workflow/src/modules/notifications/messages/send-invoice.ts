import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { OrderMessage } from '@open-oms/contracts/orders/messages/message'
import type { Order } from '@open-oms/contracts/orders/order'
import { messageRoute } from '../../../connectors/notification/notification-connectors.ts'
import { assertNotDeleted } from '../../../order/rules/context/order-guards.ts'
import { showWhole } from '../../../order/rules/shown-order.ts'
import type { Change, Facts } from '../../../order/write/intent.ts'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import { writeOrder } from '../../../order/write/write-orders.ts'
import type { DocumentDeps } from '../../documents/document-deps.ts'
import { getOrderPdf } from '../../documents/get-order-pdf.ts'
import { customerEmails } from '../domain/comment-message.ts'
import { isEmailAddress, RECIPIENTS_MAX, separated } from '../domain/message-addresses.ts'
import { emailTo } from './notification-messages.ts'
import { findWaitingOfTemplate } from './order-message-rows.ts'
import { messageView, requireMessage } from './order-messages.ts'

const TEMPLATE = 'invoice'

export type SendInvoice = {
  orderId: string
  /** Addresses in a text; null: those of the customer. */
  emailTo: string | null
  write: WriteRequest
}

/**
 * Sends the invoice of an order as a PDF by e-mail, and returns the message
 * (documents-and-notifications.md#sent-invoices). While one waits that one is returned: the order
 * is locked, so that two people who press the button send one. Raises `NotFound`, `Forbidden`,
 * `VersionConflict`, `OrderIsDeleted`, `NotificationsNotConfigured`, `ResourceLocked`, what making
 * the PDF raises, and `ValidationFailed` for a bad address, or none, or when the order's
 * notifications are off.
 */
export async function sendInvoice(
  deps: OrderDeps & Pick<DocumentDeps, 'documents'>,
  { orderId, emailTo: sent, write }: SendInvoice,
): Promise<OrderMessage> {
  if (sent !== null && write.hidesPersonalData === true)
    throw new DomainError('Forbidden', 'Sending it to another address needs the permission SeePersonalData.')
  const addresses = sent === null ? null : readAddresses(sent)
  // An order of another store is refused, as by every write, and no document is made of it.
  const isInScope = (storeId: string | null) => {
    write.requireScope(storeId)
    return true
  }
  const { bytes } = await getOrderPdf(deps, { orderId, isInScope, templateFile: TEMPLATE, shipmentId: null, show: showWhole })
  const change = async (order: Order, { tx, now }: Facts): Promise<Change<OrderMessage>> => {
    const waiting = await findWaitingOfTemplate(tx, orderId, TEMPLATE)
    if (waiting !== undefined) return { order, result: messageView(waiting) }
    assertNotDeleted(order)
    if (order.isNotificationsDisabled) throw invalid('orderId', 'is of an order whose notifications are switched off')
    const to = addresses ?? customerEmails(order)
    if (to.length === 0) throw invalid('emailTo', 'is needed: the order has no e-mail address')
    const route = messageRoute(deps.config().connectors, 'email')
    if (route === null || route.sender === null)
      throw new DomainError('NotificationsNotConfigured', 'There is no active connector with a sender for email.')
    const fileName = `${TEMPLATE}-${order.orderNumber ?? order.id}.pdf`
    const attachments = [{ fileName, contentType: 'application/pdf', base64: Buffer.from(bytes).toString('base64') }]
    const head = { id: deps.newId(), orderId, connector: route.name, created: now, template: TEMPLATE, kind: 'email' } as const
    const content = { ...emailTo(to, route.sender), attachments }
    return {
      order,
      messages: [{ ...head, content, composition: { facts: {} } }],
      conclude: async (after) => messageView(await requireMessage(after, orderId, head.id)),
    }
  }
  return (await writeOrder<OrderMessage>({ deps, write }, { orderId, kind: 'edit', change })).result
}

function readAddresses(text: string): string[] {
  const addresses = separated(text)
  const bad = addresses.find((address) => !isEmailAddress(address))
  if (bad !== undefined) throw invalid('emailTo', `"${bad}" is no e-mail address`)
  if (addresses.length === 0 || addresses.length > RECIPIENTS_MAX)
    throw invalid('emailTo', `must name 1 to ${RECIPIENTS_MAX} addresses`)
  return addresses
}

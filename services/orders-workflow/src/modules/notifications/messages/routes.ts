import { MESSAGES_PAGE_DEFAULT } from '@open-oms/contracts/orders/messages/message'
import * as contracts from '@open-oms/contracts/orders/routes/messages'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { writeRequest } from '../../../order/write/write-context.ts'
import type { DocumentDeps } from '../../documents/document-deps.ts'
import { listOrderMessages, readOrderMessage } from './order-messages.ts'
import { resendMessage } from './resend-message.ts'
import { sendInvoice } from './send-invoice.ts'

export function registerOrderMessages(app: Server, deps: OrderDeps & Pick<DocumentDeps, 'documents'>): void {
  register(app, deps, contracts.listOrderMessages, async (deps, { params: { orderId }, query, caller }) => ({
    body: await listOrderMessages(deps, {
      orderId,
      take: query.take ?? MESSAGES_PAGE_DEFAULT,
      after: query.after,
      isInScope: (storeId) => isInScope(caller, storeId),
    }),
  }))

  register(app, deps, contracts.getOrderMessage, async (deps, { params, caller }) => ({
    body: await readOrderMessage(deps, { ...params, isInScope: (storeId) => isInScope(caller, storeId) }),
  }))

  register(app, deps, contracts.resendOrderMessage, async (deps, request) => {
    const write = writeRequest(request, { operation: 'ResendMessage' })
    return { body: await resendMessage(deps, { ...request.params, write }) }
  })

  register(app, deps, contracts.sendOrderInvoice, async (deps, request) => {
    const { params, body } = request
    const write = writeRequest(request, { operation: 'SendInvoice' })
    return { body: await sendInvoice(deps, { ...params, emailTo: body.emailTo?.trim() || null, write }) }
  })
}

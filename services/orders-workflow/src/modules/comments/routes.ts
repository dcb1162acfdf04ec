import * as contracts from '@oms/contracts/orders/routes/comments'
import { callerName } from '@oms/service-kit/authentication/caller'
import type { Server } from '@oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { registerWrite } from '../../order/write/register-write.ts'
import { writeRequest } from '../../order/write/write-context.ts'
import { addComment } from './add-comment.ts'

/** Registers the route that adds comments to orders. */
export function registerComments(app: Server, deps: OrderDeps): void {
  registerWrite(app, deps, contracts.addComment, async (deps, request) => {
    const { body, caller } = request
    const { createdBy, ...unsigned } = body
    const input = caller.isPerson ? unsigned : body
    const write = writeRequest(request, { operation: 'AddComment', userId: createdBy?.trim() })
    return { body: await addComment(deps, { input, client: callerName(caller), owner: caller.clientId, write }) }
  })
}

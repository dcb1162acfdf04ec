import * as contracts from '@open-oms/contracts/orders/routes/comments'
import { COLLEAGUES_MAX, listColleagues as listColleaguesRoute } from '@open-oms/contracts/orders/staff/colleagues'
import { callerName } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { registerWrite } from '../../order/write/register-write.ts'
import { writeRequest } from '../../order/write/write-context.ts'
import { listColleagues, noteColleague, requireColleagues } from '../colleagues/colleagues.ts'
import { addComment } from './add-comment.ts'
import { changeComment } from './change-comment.ts'

/** Registers the route that adds comments to orders. */
export function registerComments(app: Server, deps: OrderDeps): void {
  registerWrite(app, deps, contracts.addComment, async (deps, request) => {
    const { body, caller } = request
    const { createdBy, ...unsigned } = body
    const input = caller.isPerson ? unsigned : body
    const write = writeRequest(request, { operation: 'AddComment', userId: createdBy?.trim(), userIdField: 'createdBy' })
    const mentions = await requireColleagues(deps, caller, body.mentions)
    return {
      body: await addComment(deps, { input: { ...input, mentions }, client: callerName(caller), owner: caller.clientId, write }),
    }
  })
  registerWrite(app, deps, contracts.changeComment, async (deps, request) => {
    const { params, body, caller } = request
    const { mentions, ...others } = body
    const names = mentions === undefined ? {} : { mentions: await requireColleagues(deps, caller, mentions) }
    const write = writeRequest(request, { operation: 'ChangeComment' })
    return { body: await changeComment(deps, { ...params, change: { ...others, ...names }, by: caller.actor, write }) }
  })
  register(app, deps, listColleaguesRoute, async (deps, { caller, query }) => {
    await noteColleague(deps, caller)
    return { body: { result: await listColleagues(deps, caller, { ...query, take: query.take ?? COLLEAGUES_MAX }) } }
  })
}

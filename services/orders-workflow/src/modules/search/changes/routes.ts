import * as contracts from '@oms/contracts/orders/search/routes/read-changes'
import { register, type Server } from '@oms/service-kit/http/register-route'
import type { OrderDeps } from '../../../order/order-deps.ts'
import { readChanges } from './read-changes.ts'

/** Puts the feed of changes on the server. */
export function registerReadChanges(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.readChanges, async (deps, { query, caller }) => {
    const { after, take = contracts.CHANGES_DEFAULT, storeId = [], orderTypes = [] } = query
    return { body: await readChanges(deps, { after, take, storeIds: storeId, orderTypes, scope: caller.storeIds }) }
  })
}

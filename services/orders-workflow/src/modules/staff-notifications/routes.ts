import * as contracts from '@open-oms/contracts/orders/staff/staff-notifications'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { noteColleague } from '../colleagues/colleagues.ts'
import { countUnreadNotifications, listStaffNotifications, markNotificationsRead } from './staff-notifications.ts'

export function registerStaffNotifications(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.listStaffNotifications, async (deps, { caller, query }) => ({
    body: await listStaffNotifications(deps, caller, { ...query, take: query.take ?? contracts.PAGE_DEFAULT }),
  }))
  register(app, deps, contracts.countUnreadNotifications, async (deps, { caller }) => {
    await noteColleague(deps, caller)
    return { body: { count: await countUnreadNotifications(deps, caller) } }
  })
  register(app, deps, contracts.markNotificationsRead, async (deps, { caller, body }) => ({
    body: { count: await markNotificationsRead(deps, caller, body) },
  }))
}

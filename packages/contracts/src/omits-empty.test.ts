import { Kind, type TSchema } from '@sinclair/typebox'
import t from 'tap'
import { orderRoutes } from './orders/routes/order-routes.ts'
import { isReadMethod, type RouteContract } from './route.ts'

/** Whether a value of a schema has whole orders. */
function hasOrders(schema: TSchema | null | undefined): boolean {
  if (schema === null || schema === undefined) return false
  if (schema.$id === 'Order') return true
  const parts = schema[Kind] === 'Array' ? [schema.items] : (schema.anyOf ?? Object.values(schema.properties ?? {}))
  return parts.some(hasOrders)
}

const isRead = ({ method, hasEffect, reads }: RouteContract) => (isReadMethod(method) && !hasEffect) || reads === 'standby'

t.test(
  'given the routes of orders, when one reads whole orders, then it can leave their empty fields out, else not',
  async (t) => {
    const routes: readonly RouteContract[] = orderRoutes
    const reading = routes.filter((route) => isRead(route) && Object.values(route.responses).some(hasOrders))
    t.ok(reading.length > 10)
    t.same(
      routes.filter(({ omitsEmpty }) => omitsEmpty).map(({ operationId }) => operationId),
      reading.map(({ operationId }) => operationId),
    )
  },
)

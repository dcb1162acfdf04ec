import { Kind, type TSchema } from '@sinclair/typebox'
import t from 'tap'
import { erpEvents } from './accounting/erp-events.ts'
import { accountingEvents } from './accounting/events.ts'
import { accountingRoutes } from './accounting/routes.ts'
import { catalogEvents } from './catalog/events.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { tokenRoutes } from './gateway/routes.ts'
import { sessionRoutes } from './gateway/session-routes.ts'
import { orderEvents } from './orders/events.ts'
import { orderRoutes } from './orders/routes/order-routes.ts'
import type { RouteContract } from './route.ts'

/**
 * The paths of numbers without a lowest or a highest value. Amounts and quantities have theirs by
 * their kind.
 */
function unboundedNumbers(schema: TSchema, path: string, seen = new Set<TSchema>()): string[] {
  if (seen.has(schema)) return []
  const inside = new Set([...seen, schema])
  const isNumber = schema[Kind] === 'Integer' || schema[Kind] === 'Number'
  if (isNumber) return schema.minimum === undefined || schema.maximum === undefined ? [path] : []
  const options: TSchema[] = schema.anyOf ?? schema.allOf ?? []
  const fields = Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
  return [
    ...options.flatMap((option) => unboundedNumbers(option, path, inside)),
    ...fields.flatMap(([name, field]) => unboundedNumbers(field, `${path}.${name}`, inside)),
    ...(schema.items === undefined ? [] : unboundedNumbers(schema.items, `${path}[]`, inside)),
  ]
}

// Found in a trial from outside: a number that one service takes must be one that all who learn of
// it can hold.
t.test(
  'given every request and every event, when their numbers are looked at, then each has a lowest and a highest value',
  async (t) => {
    const routes: readonly RouteContract[] = [
      ...catalogRoutes,
      ...orderRoutes,
      ...accountingRoutes,
      ...tokenRoutes,
      ...sessionRoutes,
    ]
    const requests = routes.flatMap(({ operationId, params, query, body }) =>
      [params, query, body].flatMap((schema) => (schema === undefined ? [] : unboundedNumbers(schema, operationId))),
    )
    t.same(requests, [])
    const events = [...catalogEvents, ...orderEvents, ...accountingEvents, ...erpEvents]
    t.same(
      events.flatMap(({ type, data }) => unboundedNumbers(data, type)),
      [],
    )
  },
)

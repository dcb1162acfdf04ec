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

/** A schema with the path of the field that has it: `createOrder.lineItems[].quantity`. */
type PlacedSchema = { path: string; schema: TSchema }

/** A schema with all that are in it, each once on its path. */
function schemasWithin(schema: TSchema, path: string, seen = new Set<TSchema>()): PlacedSchema[] {
  if (seen.has(schema)) return []
  const inside = new Set([...seen, schema])
  const options: TSchema[] = schema.anyOf ?? schema.allOf ?? []
  const fields = Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
  return [
    { path, schema },
    ...options.flatMap((option) => schemasWithin(option, path, inside)),
    ...fields.flatMap(([name, field]) => schemasWithin(field, `${path}.${name}`, inside)),
    ...(schema.items === undefined ? [] : schemasWithin(schema.items, `${path}[]`, inside)),
  ]
}

const routes: readonly RouteContract[] = [...catalogRoutes, ...orderRoutes, ...accountingRoutes, ...tokenRoutes, ...sessionRoutes]
const events = [...catalogEvents, ...orderEvents, ...accountingEvents, ...erpEvents]
const inRequests = routes.flatMap(({ operationId, params, query, body }) =>
  [params, query, body].flatMap((schema) => (schema === undefined ? [] : schemasWithin(schema, operationId))),
)
const inEvents = events.flatMap(({ type, data }) => schemasWithin(data, type))

/**
 * The paths of numbers without a lowest or a highest value. Amounts and quantities have theirs by
 * their kind.
 */
function unboundedNumbers(placed: readonly PlacedSchema[]): string[] {
  return placed.flatMap(({ path, schema }) => {
    const isNumber = schema[Kind] === 'Integer' || schema[Kind] === 'Number'
    return isNumber && (schema.minimum === undefined || schema.maximum === undefined) ? [path] : []
  })
}

// Found in a trial from outside: a number that one service takes must be one that all who learn of
// it can hold.
t.test(
  'given every request and every event, when their numbers are looked at, then each has a lowest and a highest value',
  async (t) => {
    t.same(unboundedNumbers(inRequests), [])
    t.same(unboundedNumbers(inEvents), [])
  },
)

t.test('given every request, when its texts have a form, then an error can say it in words', async (t) => {
  const unsaid = inRequests.flatMap(({ path, schema }) => {
    const isSaid = /^must .*[^.]$/.test(schema.description ?? '')
    return schema[Kind] !== 'String' || schema.pattern === undefined || isSaid ? [] : [path]
  })
  t.same(unsaid, [])
})

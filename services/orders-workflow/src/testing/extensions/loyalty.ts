import { defineExtension } from '@open-oms/extend/extension'
import { defineField } from '@open-oms/extend/field'
import { defineReport } from '@open-oms/extend/report'
import { defineStep, stepProperty } from '@open-oms/extend/step'

const earnPoints = defineStep({
  kind: 'change',
  names: ['EarnPoints'],
  properties: {
    PerPoint: {
      values: /^[1-9]\d{0,4}$/,
      type: 'number',
      meaning: 'How much of the total gives a point.',
      default: '10',
      limits: '1 to 99999',
    },
  },
  reference: {
    does: 'Writes the points that the customer earns into property `Points`',
    conditions: [],
    warnings: ['the order has points already'],
    errors: [],
  },
  apply(order, { step }) {
    if (order.properties.some(({ key }) => key === 'Points'))
      return { order, actionStatus: 'Warning', message: 'The order has points already.' }
    const points = Math.floor(order.total / Number(stepProperty(step, 'PerPoint') ?? '10'))
    const property = { key: 'Points', keyGroup: null, value: String(points), valueType: null }
    return { order: { ...order, properties: [...order.properties, property] }, actionStatus: 'Success' }
  },
})

/** Asks the loyalty system. */
const tellLoyalty = defineStep<{ customerId: string | null; url: string | null }, { level: string }>({
  kind: 'call',
  names: ['TellLoyalty'],
  properties: { Url: { values: /^https?:/, type: 'text', meaning: 'Where it is.', default: null, limits: null } },
  reference: { does: 'Reads the level of the customer', conditions: [], warnings: [], errors: ['it does not respond'] },
  retryFor: '1h',
  ask: (order, { step }) => ({ input: { customerId: order.customerId, url: stepProperty(step, 'Url') } }),
  async call({ url, ...body }, { idempotencyKey, signal }) {
    const headers = { 'idempotency-key': idempotencyKey }
    const response = await fetch(url ?? '', { method: 'POST', headers, body: JSON.stringify(body), signal })
    if (!response.ok) throw new Error(`it responded with ${response.status}`)
    return (await response.json()) as { level: string }
  },
  dryRun: () => ({ level: 'unknown' }),
  record: (order, { output }) => ({ order: { ...order, tags: [...order.tags, output.level] }, actionStatus: 'Success' }),
})

/** Steps that do what they must not. */
const faulty = (name: string, apply: (order: never, context: never) => unknown) =>
  defineStep({
    kind: 'change',
    names: [name],
    properties: {},
    reference: { does: 'Fails', conditions: [], warnings: [], errors: [] },
    apply: apply as never,
  })

type Total = { total: number; status: string }
const ordersOfStores = defineReport({
  name: 'orders-of-stores',
  label: { en: 'Orders of stores' },
  description: { en: 'How many orders each store has', nb: 'Hvor mange ordrer hver butikk har' },
  columns: [
    { name: 'store_id', type: 'Text', label: { en: 'Store', nb: 'Butikk' } },
    { name: 'orders', type: 'Integer', label: { en: 'Orders' } },
  ],
  sql: `select store_id, count(*) as orders from reporting.orders
    where :stores is null or store_id = any(:stores) group by 1 order by 1`,
})

export const extension = defineExtension({
  fields: [defineField({ key: 'Points', on: 'order', type: 'number', en: 'Points', nb: 'Poeng' })],
  name: 'loyalty',
  reports: [ordersOfStores],
  steps: [
    earnPoints,
    tellLoyalty,
    faulty('Throws', () => {
      throw new Error('no points today')
    }),
    faulty('Waits', async () => {
      throw new Error('later')
    }),
    faulty('ReturnsNothing', () => undefined),
    faulty('ChangesTheStatus', (order: Total) => ({ order: { ...order, status: 'Completed' }, actionStatus: 'Success' })),
    faulty('ReturnsNoOrder', (order: Total) => ({ order: { ...order, total: 'many' }, actionStatus: 'Success' })),
    faulty('ChangesInPlace', (order: Total) => {
      order.total = 0
      throw new Error('changed and failed')
    }),
    faulty('LooksAround', (order: Total, context: object) => ({
      order,
      actionStatus: 'Success',
      message: Object.keys(context).sort().join(),
    })),
  ],
})

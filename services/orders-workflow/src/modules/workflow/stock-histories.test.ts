import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { adjust, put, testStock } from '../../testing/inventory.ts'
import { createdOrder, orderFormBody, updateStatus } from '../../testing/test-orders.ts'

const sku = fc.constantFrom('CUP', 'POT')
const warehouse = fc.constantFrom('Oslo-01', 'Central')
const order = fc.nat(3)
const event = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), sku, warehouse, quantity: fc.nat(6) }),
  fc.record({ kind: fc.constant('adjust' as const), sku, warehouse, quantity: fc.integer({ min: -4, max: 4 }) }),
  fc.record({
    kind: fc.constant('enter' as const),
    order,
    status: fc.constantFrom('New', 'InProgress', 'Shipped', 'Completed', 'Cancelled'),
  }),
)

/**
 * Levels that the movements do not add up to, and movements of orders that do not add up to what
 * their lines have reserved.
 */
const mistakes = [
  `select i.* from inventory as i cross join lateral (
      select sum(quantity_delta) as quantity, sum(reserved_delta) as reserved from inventory_movement as m
      where m.sku_id = i.sku_id and m.warehouse_code = i.warehouse_code
    ) as moved where moved.quantity is distinct from i.quantity or moved.reserved is distinct from i.reserved_quantity`,
  `select o.id from "order" as o cross join lateral json_array_elements(o.document->'orderForm'->'lineItems') as line
    cross join lateral (
      select coalesce(sum(reserved_delta), 0) as reserved from inventory_movement as m
      where m.order_id = o.id and m.line_item_id = line->>'lineItemId'
    ) as moved where moved.reserved <> (line->>'reservedInventoryQuantity')::numeric`,
  `select reported.* from (
      select envelope::json->>'subject' as subject, count(*) as count, max((envelope::json->>'sequence')::int) as last
      from kit.outbox where envelope::json->>'source' = '/orders/inventory' group by 1
    ) as reported where last <> count`,
]

t.test(
  'given concurrent requests, when all have ended, then levels, movements, orders and events agree and nothing is below zero',
  async (t) => {
    const test = await testStock(t)
    const form = () => {
      const line = (lineItemId: string, code: string, isBackorder: boolean) => ({
        lineItemId,
        code,
        quantity: 2,
        placedPrice: 1,
        isBackorder,
      })
      return orderFormBody({ payments: [], lineItems: [line('1', 'CUP', false), line('2', 'POT', true)] })
    }
    const property = fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 14 }), async (events) => {
      await put(
        test,
        ['CUP', 'POT'].map((skuId) => ({ skuId, warehouseCode: 'Oslo-01', quantity: 4 })),
      )
      const ids = (await Promise.all(Array.from({ length: 4 }, () => createdOrder(test, { orderForm: form() })))).map(
        ({ id }) => id,
      )
      const responses = await Promise.all(
        events.map((one) => {
          if (one.kind === 'enter') return updateStatus(test, ids[one.order], { body: { status: one.status } })
          const place = { skuId: one.sku, warehouseCode: one.warehouse }
          return one.kind === 'set'
            ? put(test, [{ ...place, quantity: one.quantity }])
            : adjust(test, [{ ...place, delta: one.quantity }])
        }),
      )
      await test.background.idle()
      t.ok(
        responses.every(({ status }) => status === 200 || status === 400),
        responses.map(({ status }) => status).join(),
      )
      for (const text of mistakes) t.strictSame(await test.database.query({ text }), [])
    })
    await fc.assert(property, { numRuns: propertyRuns(6), endOnFailure: true })
  },
)

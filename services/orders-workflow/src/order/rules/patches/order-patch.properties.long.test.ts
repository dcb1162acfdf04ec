import assert from 'node:assert/strict'
import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { patching } from '../../../testing/orders/patch-harness.ts'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { oldProperties, randomOptions, randomPatch } from '../../../testing/orders/random-patches.ts'

const RUNS = propertyRuns(50)
const { patched, stored } = await patching()

/**
 * The order after the patch; null when the patch is refused, for example for missing quantities.
 */
function tried(order: Order, patch: object): Order | null {
  try {
    return patched(order, patch)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

/** Orders with properties, on the form and on lines too, that no patch sends but some remove. */
const anyOrder = fc.tuple(randomOrder, oldProperties).map(([{ orderForm, ...order }, properties]): Order => {
  const lineItems = orderForm.lineItems.map((line) => ({ ...line, properties: properties as Order['properties'] }))
  return { ...order, properties: properties as never, orderForm: { ...orderForm, lineItems, properties: properties as never } }
})

/**
 * Runs a property over orders, some of them patched before, and patches that are not refused;
 * enough of them must be left.
 */
function holds(property: (before: Order, after: Order, patch: object) => void, options: fc.Arbitrary<object>): void {
  let count = 0
  fc.assert(
    fc.property(
      anyOrder,
      fc.array(randomPatch, { maxLength: 2 }),
      fc.tuple(randomPatch, options),
      (sample, earlier, [sent, how]) => {
        const before = earlier.reduce<Order>((order, one) => tried(order, one) ?? order, stored(sample))
        const patch = { ...sent, ...how }
        const after = tried(before, patch)
        if (after === null) return
        count++
        property(before, after, patch)
      },
    ),
    { numRuns: RUNS },
  )
  assert.ok(count > RUNS / 10, `only ${count} of ${RUNS} patches were not refused`)
}

t.test('given any patch, when it is applied twice, then the second time changes nothing', async (t) => {
  holds((_, after, patch) => {
    const again = patched(after, patch)
    if (again !== after) assert.deepEqual(again, after)
  }, randomOptions)
  t.pass('it held')
})

t.test('given any patch, when it is applied, then the given order object is not modified', async (t) => {
  fc.assert(
    fc.property(randomOrder, randomPatch, randomOptions, (sample, sent, options) => {
      const before = stored(sample)
      const text = JSON.stringify(before)
      tried(before, { ...sent, ...options })
      assert.equal(JSON.stringify(before), text)
    }),
    { numRuns: propertyRuns(80) },
  )
  t.pass('it held')
})

/**
 * How many items each list of an order has, at any depth, by its path; items are named by index,
 * which merging never changes.
 */
function listLengths(value: unknown, path = ''): [string, number][] {
  if (typeof value !== 'object' || value === null) return []
  const own: [string, number][] = Array.isArray(value) ? [[path, value.length]] : []
  return [...own, ...Object.entries(value).flatMap(([name, field]) => listLengths(field, `${path}/${name}`))]
}

t.test('given any patch with keepExistingListItems: true, when it is applied, then no list loses an item', async (t) => {
  const keeping = fc.constant({ keepExistingListItems: true, keepExistingCustomProperties: true })
  holds((before, after, patch) => {
    const form = (patch as { orderForm?: { lineItems?: object[] }; returnOrderForms?: object[] }).orderForm
    // Lines and return forms have options of their own, which do remove.
    fc.pre(
      !/keepExistingCustomProperties":false|propertiesRemoval|replaceLineItemsArray":true/.test(JSON.stringify([form, patch])),
    )
    const lengths = new Map(listLengths(after))
    for (const [path, length] of listLengths(before)) assert.ok((lengths.get(path) ?? -1) >= length, path)
  }, keeping)
  t.pass('it held')
})

t.test('given any order, when it is sent back as it was read, then it is not changed, merged or replaced', async (t) => {
  holds((_, after) => {
    const options = [{}, { keepExistingListItems: false, keepExistingCustomProperties: false }]
    for (const how of options) {
      const again = patched(after, { ...JSON.parse(JSON.stringify(after)), ...how })
      if (again !== after) assert.deepEqual(again, after)
    }
  }, fc.constant({}))
  t.pass('it held')
})

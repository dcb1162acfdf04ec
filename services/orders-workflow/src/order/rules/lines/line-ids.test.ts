import assert from 'node:assert/strict'
import type { Order } from '@open-oms/contracts/orders/order'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { type SampleForm, type SampleOrder, sampleOrder } from '../../../testing/sample-order.ts'
import { checkMappings, type LineIdMapping, renameLines } from './line-ids.ts'

const to = (...pairs: [string, string][]): LineIdMapping[] =>
  pairs.map(([oldLineItemId, newLineItemId]) => ({ oldLineItemId, newLineItemId }))

/** Three lines whose ids are in every field that may have them. */
function order(): Order {
  const package_ = { id: 'p', lineItemReferences: [{ lineItemId: '1', quantity: 1 }, { lineItemId: '3' }] }
  const payment = { id: 'pay', orderLineReferences: [{ lineItemId: '2' }, { lineItemId: '1' }] }
  const form: SampleForm = {
    lineItems: [{ code: 'a' }, { code: 'b', packageLineItemId: '1' }, { code: 'c', packageLineItemId: '1' }],
    shipments: [
      { packages: [package_], lineItems: [{ lineItemId: '1' }, { lineItemId: '2', packageLineItemId: '1' }] },
      { lineItems: [{ lineItemId: '3', packageLineItemId: '1' }] },
    ],
    payments: [payment],
  }
  return sampleOrder(form, {
    returnOrderForms: [
      {
        returnId: '1',
        lineItems: [{ lineItemId: '2' }, { lineItemId: 'gone' }],
        payments: [payment],
        shipments: [{ lineItems: [{ lineItemId: '2' }] }],
      },
    ],
    orderNotes: [
      { id: 'n', lineItemId: '1', detail: 'about 1' },
      { id: 'm', detail: '1' },
    ],
    publicOrderNotes: [{ id: 'o', lineItemId: '3' }],
  } as SampleOrder)
}

/** Every id of a line in an order, by its path. */
function idsIn(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]): [string, string][] =>
    /lineItemId$/i.test(name) && field !== null ? [[`${path}.${name}`, field as string]] : idsIn(field, `${path}.${name}`),
  )
}

t.test('given new ids of lines, when lines are renamed, then ids are replaced everywhere and nothing else changes', async (t) => {
  const before = order()
  const ids = new Map([
    ['1', 'one'],
    ['2', 'two'],
    ['3', 'three'],
    ['gone', 'left'],
  ])
  const { order: after, ...counts } = renameLines(before, to(...ids))
  t.same(counts, {
    updatedCount: 4,
    notFoundCount: 0,
    details: { orderFormLineItemsUpdated: 3, shipmentLineItemsUpdated: 3, returnOrderFormLineItemsUpdated: 2 },
    ids,
  })
  t.equal(idsIn(before).length, 21)
  t.same(
    idsIn(after),
    idsIn(before).map(([path, id]) => [path, ids.get(id)]),
  )
  const { order: back } = renameLines(after, to(...[...ids].map(([old, id]): [string, string] => [id, old])))
  t.same(back, before)
})

t.test('given lines, when they exchange ids in a cycle, then each has its new id', async (t) => {
  const codes = (from: Order) => from.orderForm.lineItems.map(({ lineItemId, code }) => `${lineItemId}${code}`)
  t.same(codes(renameLines(order(), to(['1', '2'], ['2', '1'])).order), ['2a', '1b', '3c'])
  t.same(codes(renameLines(order(), to(['1', '2'], ['2', '3'], ['3', '1'])).order), ['2a', '3b', '1c'])
  t.same(codes(renameLines(order(), to(['1', '2'], ['2', 'new'])).order), ['2a', 'newb', '3c'])
})

t.test('given ids that the order does not have, when lines are renamed, then they are counted and nothing changes', async (t) => {
  const before = order()
  const nothing = { orderFormLineItemsUpdated: 0, shipmentLineItemsUpdated: 0, returnOrderFormLineItemsUpdated: 0 }
  t.same(renameLines(before, to(['ghost', '1'], ['9', 'x'])), {
    order: before,
    updatedCount: 0,
    notFoundCount: 2,
    details: nothing,
    ids: new Map(),
  })
  t.equal(renameLines(before, to(['1', '1'])).order, before)
  t.match(renameLines(before, to(['1', '1'], ['2', 'b'], ['ghost', 'g'])), { updatedCount: 1, notFoundCount: 1 })
})

function refuses(t: Test, work: () => unknown, ...paths: string[]): void {
  const errors = Object.fromEntries(paths.map((path) => [path, [String]]))
  t.throws(work, { code: 'ValidationFailed', details: { errors } } as never)
}

t.test('given a new id that another line has, when lines are renamed, then it is refused', async (t) => {
  const at = (index: number) => `lineItemIdMappings[${index}].newLineItemId`
  refuses(t, () => renameLines(order(), to(['1', '2'])), at(0))
  refuses(t, () => renameLines(order(), to(['1', 'x'], ['2', '3'])), at(1))
  refuses(t, () => renameLines(order(), to(['1', 'gone'])), at(0))
  refuses(t, () => renameLines(order(), to(['1', '2'], ['2', '2x'], ['3', 'gone'])), at(2))
})

t.test('given no mapping, blank or repeated ids, when mappings are checked, then each is refused with its path', async (t) => {
  const at = (index: number, field: string) => `lineItemIdMappings[${index}].${field}`
  refuses(t, () => checkMappings([]), 'lineItemIdMappings')
  refuses(
    t,
    () => checkMappings([{ oldLineItemId: '1' }, { newLineItemId: 'x' }]),
    at(0, 'newLineItemId'),
    at(1, 'oldLineItemId'),
  )
  refuses(t, () => checkMappings(to(['', 'a'], ['1', ' '])), at(0, 'oldLineItemId'), at(1, 'newLineItemId'))
  refuses(t, () => checkMappings(to(['1', 'a'], ['1', 'b'])), at(1, 'oldLineItemId'))
  refuses(t, () => checkMappings(to(['1', 'a'], ['2', 'a'])), at(1, 'newLineItemId'))
  t.doesNotThrow(() => checkMappings(to(['1', '2'], ['2', '1'])))
})

t.test('given any permutation of ids, when it and its inverse are applied, then the order is the same', async (t) => {
  const shuffled = randomOrder.chain((sample) => {
    const ids = sample.orderForm.lineItems.map((line) => line.lineItemId)
    return fc.tuple(fc.constant(sample), fc.shuffledSubarray(ids, { minLength: ids.length }))
  })
  fc.assert(
    fc.property(shuffled, ([sample, targets]) => {
      const pairs = sample.orderForm.lineItems.map((line, index) => [line.lineItemId, targets[index] as string] as const)
      const there = renameLines(sample, to(...pairs.map(([old, id]): [string, string] => [old, id]))).order
      const back = renameLines(there, to(...pairs.map(([old, id]): [string, string] => [id, old]))).order
      assert.deepEqual(back, sample)
      assert.deepEqual(
        there.orderForm.lineItems.map(({ lineItemId }) => lineItemId),
        targets,
      )
    }),
  )
  t.pass('it held')
})

import { DomainError } from '@open-oms/contracts/errors'
import t, { type Test } from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { addLineProperties } from './order-line-properties.ts'

const before = sampleOrder({
  lineItems: [
    {
      properties: [
        { key: 'engraving', value: 'A' },
        { key: 'size', keyGroup: 'box', value: 'L' },
      ],
    },
    {},
  ],
  shipments: [{}],
})
/** Asserts that the work is refused, naming these paths. */
function refuses(t: Test, work: () => unknown, paths: string[]): void {
  try {
    work()
    t.fail('it is not refused')
  } catch (error) {
    t.strictSame(error instanceof DomainError && Object.keys(error.details.errors ?? {}), paths)
  }
}

const toPropertyRows = (list: readonly { key: string | null; keyGroup: string | null; value: string | null }[] = []) =>
  list.map(({ key, keyGroup, value }) => [key, keyGroup, value])

t.test('given properties of a line, when they are added, then those with equal key and group are updated', async (t) => {
  const { orderForm } = addLineProperties(before, [
    {
      lineItemId: '1',
      properties: [
        { key: 'engraving', value: 'B' },
        { key: 'size', value: 'S' },
        { key: 'size', keyGroup: 'box', value: 'M' },
      ],
    },
  ])
  const expected = [
    ['engraving', null, 'B'],
    ['size', 'box', 'M'],
    ['size', null, 'S'],
  ]
  t.strictSame(toPropertyRows(orderForm.lineItems[0]?.properties), expected)
  t.strictSame(toPropertyRows(orderForm.shipments[0]?.lineItems[0]?.properties), expected)
  t.equal(orderForm.lineItems[1], before.orderForm.lineItems[1])
})

t.test('given a line that is named twice, when properties are added, then both are applied one after the other', async (t) => {
  const { orderForm } = addLineProperties(before, [
    { lineItemId: '2', properties: [{ key: 'a', value: '1' }, { key: 'b' }] },
    { lineItemId: '2', properties: [{ key: 'a', value: '2' }] },
  ])
  t.strictSame(toPropertyRows(orderForm.lineItems[1]?.properties), [
    ['a', null, '2'],
    ['b', null, null],
  ])
})

t.test('given an unknown line, when properties are added, then it is NotFound', async (t) => {
  t.throws(
    () =>
      addLineProperties(before, [
        { lineItemId: '1', properties: [{ key: 'a' }] },
        { lineItemId: '9', properties: [] },
      ]),
    new DomainError('NotFound', 'Order "O-1" has no line "9".'),
  )
})

t.test('given a property without a key, when it is added, then the error names its index', async (t) => {
  const unnamed = [
    { lineItemId: '1', properties: [{ key: 'a' }, { value: 'b' }] },
    { lineItemId: '2', properties: [{ key: '' }] },
  ]
  refuses(t, () => addLineProperties(before, unnamed), ['[0].properties[1].key', '[1].properties[0].key'])
})

t.test('given a line with 250 properties, when another is added, then it is refused, and updates are not', async (t) => {
  const many = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => ({ key: `${prefix}${index}` }))
  const full = addLineProperties(before, [{ lineItemId: '2', properties: many(250, 'a') }])
  t.equal(full.orderForm.lineItems[1]?.properties.length, 250)
  t.doesNotThrow(() => addLineProperties(full, [{ lineItemId: '2', properties: many(250, 'a') }]))
  refuses(t, () => addLineProperties(full, [{ lineItemId: '2', properties: many(1, 'b') }]), ['[0].properties'])
})

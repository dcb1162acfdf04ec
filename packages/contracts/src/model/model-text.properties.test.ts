import { Kind, OptionalKind, type TObject, type TSchema } from '@sinclair/typebox'
import fc from 'fast-check'
import t from 'tap'
import { Order } from '../orders/order.ts'
import { anyCharacter } from '../testing/any-character.ts'
import { modelText } from './model-text.ts'

const text = modelText(Order)

const words = fc.oneof(
  fc.constantFrom('', 'null', '0', '[]', 'a "quoted" one', 'back\\slash', 'line\nbreak', '\u0000', 'æøå', '😀', '\ud800 alone'),
  fc.string({ unit: anyCharacter, maxLength: 6 }),
)
const amounts = fc.constantFrom(0, -0, 1, -1, 0.1, 12.3456, 999_999_999_999.9999, 1e-7)

/** Any value of a schema; of lists and models below `depth` the empty value. */
function arbitraryValue(schema: TSchema, depth: number): fc.Arbitrary<unknown> {
  if (schema[Kind] === 'Union') return fc.oneof(...(schema.anyOf as TSchema[]).map((option) => arbitraryValue(option, depth)))
  if (schema[Kind] === 'Null') return fc.constant(null)
  if (schema[Kind] === 'Boolean') return fc.boolean()
  if (schema[Kind] === 'Array')
    return depth === 0 ? fc.constant([]) : fc.array(arbitraryValue(schema.items, depth - 1), { maxLength: 2 })
  if (schema[Kind] === 'Object') return anyModel(schema as TObject, depth)
  return schema.type === 'string' ? words : amounts
}

function anyModel(model: TObject, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(model.properties).map(([name, field]) => [name, arbitraryValue(field, depth)] as const)
  const optional = Object.entries(model.properties).filter(([, field]) => OptionalKind in field)
  const requiredKeys = Object.keys(model.properties).filter((name) => !optional.some(([other]) => name === other))
  return fc.record(Object.fromEntries(fields), { requiredKeys })
}

/** What JSON says of a value. */
const asJson = (order: Order) => JSON.parse(JSON.stringify({ ...order, holds: order.holds ?? [] }))
const anyOrder = fc.noShrink(anyModel(Order, 3)) as fc.Arbitrary<Order>

t.test('given any order, when it is written without its empty fields and read, then it is the same order', async (t) => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const parsed = JSON.parse(text.sparse(order))
      t.strictSame(text.completed(parsed), asJson(order))
      t.strictSame(JSON.parse(text.whole(text.sparse(order))), asJson(order))
    }),
    { numRuns: 60 },
  )
})

t.test('given an order with its fields in any order, when it is written, then they are in the order of the model', async (t) => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, field]) => [name, reversed(field)]),
    )
  }
  fc.assert(
    fc.property(anyOrder, (order) => {
      const whole = text.whole(text.sparse(order))
      t.equal(text.whole(JSON.stringify(reversed(order))), whole, 'fields in another order')
      t.equal(text.whole(JSON.stringify(JSON.parse(whole), null, 1)), whole, 'spaces')
      t.equal(text.whole(JSON.stringify({ ...JSON.parse(whole), unknown: [1] })), whole, 'an unknown field')
      t.equal(text.whole(whole), whole)
      t.equal(text.sparse(reversed(order) as Order), text.sparse(order))
    }),
    { numRuns: 20 },
  )
})

t.test('given an order with hardly anything in it, when its text is made, then it has what is not empty', async (t) => {
  const empty = text.completed({})
  t.equal(text.sparse(empty), '{}')
  t.match(empty, { billingAddress: null, isReadOnly: false, total: 0 })
  t.same([empty.assets, empty.holds, empty.orderForm.lineItems], [[], [], []])
  t.equal(
    text.sparse({ ...empty, id: 'A', total: 12.5, isNewCustomer: false, invoiceComment: '' }),
    '{"id":"A","invoiceComment":"","isNewCustomer":false,"total":12.5}',
  )
})

import { Order } from '@open-oms/contracts/orders/order'
import { hiddenFromGuests, TrackedOrder } from '@open-oms/contracts/orders/tracked-order'
import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { toTrackingView } from './tracking-view.ts'

/**
 * A value of a model in which every text names its model and field, every number is 7 and every
 * list has one item.
 */
function filled(schema: TSchema, path = ''): unknown {
  if (schema[Kind] === 'Union')
    return filled((schema.anyOf as TSchema[]).find((option) => option[Kind] !== 'Null') as TSchema, path)
  if (schema[Kind] === 'Array') return [filled(schema.items, path)]
  if (schema[Kind] === 'Object') {
    const fields = Object.entries((schema as TObject).properties)
    return Object.fromEntries(fields.map(([name, field]) => [name, filled(field, `${schema.$id}.${name}`)]))
  }
  if (schema[Kind] === 'Word') return schema.enum[0]
  if (schema[Kind] === 'Boolean') return true
  if (schema[Kind] !== 'String') return 7
  return schema.format === 'date-time' ? '2026-03-01T10:00:00.000Z' : path
}

const order = filled(Order) as Order
const view = toTrackingView(order)
const text = JSON.stringify(view)

/** Every path of a document, without list indexes. */
function documentPaths(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => documentPaths(item, path))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, field]) => documentPaths(field, `${path}/${name}`))
}

t.test('when the tracking view is made, then it has exactly the fields of the contract', async (t) => {
  t.ok(Value.Check(TrackedOrder, view))
  t.strictSame(Value.Clean(TrackedOrder, structuredClone(view)), view)
})

t.test('given hidden fields in form, shipments and return forms, when the view is made, then none is left', async (t) => {
  const formParts = ['/orderForm', '/returnOrderForms']
  const lines = formParts.flatMap((form) => [`${form}/lineItems`, `${form}/shipments/lineItems`])
  const places: [readonly string[], readonly string[]][] = [
    [[''], hiddenFromGuests.order],
    [lines, hiddenFromGuests.line],
    [formParts.map((form) => `${form}/payments`), hiddenFromGuests.payment],
    [['/publicOrderNotes'], hiddenFromGuests.comment],
    [['/returnOrderForms'], hiddenFromGuests.returnForm],
  ]
  const hidden = places.flatMap(([at, names]) => at.flatMap((place) => names.map((name) => `${place}/${name}`)))
  const isHidden = (path: string) => hidden.some((start) => path === start || path.startsWith(`${start}/`))
  const expected = documentPaths(order).filter((path) => !isHidden(path))
  t.strictSame(documentPaths(view), expected)
  t.ok(expected.length < documentPaths(order).length - 30)
})

t.test(
  'given an order with every field, when the view is made, then it has no cost, person, note, key or reference of the shop',
  async (t) => {
    const secrets = [
      'Order.secretKey',
      'Order.versionId',
      'Order.salesPersonId',
      'Order.salesPersonName',
      'Order.modifiedBy',
      'Payment.internalReference',
      'Payment.authorizationCode',
      'Payment.validationCode',
      'Payment.implementationClass',
      'EntityError.',
    ]
    for (const secret of secrets) t.notOk(text.includes(secret), secret)
    t.notMatch(text, /"(cost|costTotal|lineItemsCost|orderNotes|errors)":/)
  },
)

t.test('given a public note that is marked internal, when the view is made, then it is left out', async (t) => {
  const [note] = order.publicOrderNotes as [Order['publicOrderNotes'][number]]
  const notes = ['Public', 'Internal', 'internal', null].map((type) => ({ ...note, type, detail: `${type}` }))
  const seen = toTrackingView({ ...order, publicOrderNotes: notes }).publicOrderNotes
  t.strictSame(
    seen.map(({ detail }) => detail),
    ['Public', 'null'],
  )
})

t.test('when the view is made, then the order itself is unchanged', async (t) => {
  t.strictSame(order, filled(Order))
})

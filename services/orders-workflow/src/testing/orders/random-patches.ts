import { transactionTypes } from '@open-oms/contracts/orders/payment'
import fc from 'fast-check'

const some = <T>(values: fc.Arbitrary<T>) => fc.array(values, { maxLength: 3 })
const word = fc.constantFrom('a', 'b', 'c')
/** Objects with any field missing. */
const part = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] })
const cents = (max: number) => fc.integer({ min: 1, max: max * 1000 }).map((whole) => whole / 1000)

const property = part({ key: word, keyGroup: word, value: word })
/**
 * Never what a patch sends itself: it would be removed and added each time, as removal comes before
 * the merge (orders.md#order-patch).
 */
const removal = some(fc.record({ key: fc.constantFrom('old', 'older'), value: word }, { requiredKeys: ['key'] }))
/** Properties that orders had before. */
export const oldProperties = some(
  fc.record({ key: fc.constantFrom('old', 'older'), keyGroup: word, value: word, valueType: fc.constant(null) }),
)
const externalId = part({ providerName: word, id: word })
const asset = part({ assetId: word, name: word, properties: some(property), created: fc.constant('2026-01-01') })
const comment = part({ id: word, detail: word, tags: some(word), attachments: some(asset) })
const error = part({ key: word, referenceId: word, message: word })
const address = part({ city: word, postalCode: word })
const promotion = {
  discountId: word,
  rewardType: fc.constantFrom('Money', 'Percentage', 'Free', 'Gift'),
  discountValue: cents(50),
  discountAmount: cents(50),
}
const discount = part({ ...promotion, discountType: fc.constantFrom('LineItem', 'Order', 'Shipping'), skuIds: some(word) })

/**
 * `isGift` is left out: sent together with the end of the discount that gave it, it counts as an
 * echo of that, but not the next time.
 */
const lineFields = {
  code: fc.constantFrom('A', 'B'),
  displayName: word,
  placedPrice: cents(200),
  discounted: cents(30),
  taxRate: fc.constantFrom(0, 25),
  extendedPrice: cents(10),
  gtins: some(word),
  properties: some(property),
  propertiesRemovalConditions: removal,
  keepExistingCustomProperties: fc.boolean(),
  orderLineDiscounts: some(part(promotion)),
}
const quantity = fc.integer({ min: 1, max: 12 })
const knownLine = fc.record(
  {
    ...lineFields,
    lineItemId: fc.constantFrom('1', '2', '3'),
    quantity,
    deliveredQuantity: fc.constantFrom(0, 1),
    canceledQuantity: fc.constantFrom(0, 0.5),
  },
  { requiredKeys: ['lineItemId'] },
)
const newLine = fc.record(
  { ...lineFields, lineItemId: fc.constantFrom('new', 'x'), quantity },
  { requiredKeys: ['quantity', 'displayName', 'code'] },
)

const paymentFields = {
  amount: cents(90),
  paymentMethodName: fc.constant('Card'),
  transactionType: fc.constantFrom(...transactionTypes),
  status: fc.constantFrom('Processed', 'Pending'),
}
const further = part({ comment: word, properties: some(property) })
/** An id is one transaction: a provider has no two payments that merge by their other key. */
const payment = fc
  .tuple(fc.record(paymentFields), further, fc.constantFrom({ id: 'a' }, { id: 'b' }, {}), fc.constantFrom('', 't1', 't2'))
  .map(([fields, more, named, transactionId]: [object, object, { id?: string }, string]) => {
    const ofId = named.id === undefined ? {} : { transactionType: 'Sale' }
    return { ...fields, ...more, ...named, ...ofId, transactionId: named.id === undefined ? transactionId : `of-${named.id}` }
  })

/** A form without an id is matched by its payments: duplicates in it would be merged into one. */
const isSamePayment = (a: { id?: string; transactionId: string }, b: { id?: string; transactionId: string }) =>
  a.id === b.id || a.transactionId === b.transactionId

const shipment = part({
  shipmentId: fc.constantFrom('1', '2', 'new'),
  shippingSubTotal: cents(90),
  shippingDiscountAmount: cents(20),
  orderStatus: fc.constantFrom('InProgress', 'InTransit'),
  comment: word,
  address,
  discounts: some(discount),
  properties: some(property),
})

const returnForm = part({
  returnId: fc.constantFrom('1', '2'),
  status: word,
  handlingTotal: cents(9),
  creditShipmentAmount: cents(9),
  errors: some(error),
  payments: fc.uniqueArray(payment, { maxLength: 2, comparator: isSamePayment }),
  lineItems: fc.uniqueArray(part({ lineItemId: fc.constantFrom('1', '2'), quantity, returnReason: word }), {
    maxLength: 2,
    selector: (line) => line.lineItemId,
  }),
  replaceLineItemsArray: fc.boolean(),
  shouldAddMissingLineItems: fc.boolean(),
})

/** At most one item of each id, as a patch requires; any number without an id. */
const oncePerId = <T>(values: fc.Arbitrary<T>, id: keyof T) =>
  some(values).map((items) =>
    items.filter((item, index) => !item[id] || items.findIndex((other) => other[id] === item[id]) === index),
  )

const orderForm = part({
  cartName: word,
  couponCodes: some(word),
  handlingTotal: cents(30),
  grossRoundoff: cents(1),
  total: cents(900),
  properties: some(property),
  discounts: some(discount),
  lineItems: oncePerId(fc.oneof(knownLine, newLine) as fc.Arbitrary<{ lineItemId?: string }>, 'lineItemId'),
  payments: some(payment),
  shipments: oncePerId(shipment as fc.Arbitrary<{ shipmentId?: string }>, 'shipmentId'),
})

/** The fields of patches of an order, without the merge modes. */
export const randomPatch = part({
  customerName: word,
  customerEmail: fc.constant(null),
  status: fc.constantFrom('New', 'InProgress', 'Completed'),
  billingCurrency: fc.constantFrom('nok', 'JPY', 'KWD'),
  total: cents(900),
  modifiedBy: word,
  tags: some(word),
  projectIds: some(word),
  properties: some(property),
  externalIds: some(externalId),
  groups: some(part({ id: word, name: word })),
  assets: some(asset),
  orderNotes: some(comment),
  errors: some(error),
  billingAddress: address,
  contactPerson: part({ firstName: word, address, externalIds: some(externalId), roles: some(word), properties: some(property) }),
  returnOrderForms: oncePerId(returnForm as fc.Arbitrary<{ returnId?: string }>, 'returnId'),
  orderForm,
})

/** All merge modes of patches. */
export const randomOptions = part({
  keepExistingListItems: fc.boolean(),
  keepExistingCustomProperties: fc.boolean(),
  propertiesRemovalConditions: removal,
  forceUpdate: fc.subarray(['customerName', 'TAGS', 'orderNotes', 'billingAddress', 'properties', 'returnOrderForms', 'Assets']),
})

const ID_LENGTH_MAX = 100

/**
 * Words that a path may have in the position of an order id (orders.md#order-identity,
 * returns.md#return-creation, search.md#search-filters): an order with such an id could not be
 * addressed.
 */
const reservedWords = new Set(
  [
    'AddComment',
    'AddMany',
    'Carts',
    'Changes',
    'Customers',
    'ExistMany',
    'ExportOrders',
    'GetAsPdf',
    'GetOrderAsPdf',
    'GetOrderForCustomer',
    'GetOrders',
    'GetOrdersForCustomer',
    'GetOrdersForPickUpPoint',
    'ImportMany',
    'OrderLines',
    'PatchLineItemIds',
    'PosOrders',
    'Scroll',
    'Search',
    'SearchByCustomProperties',
    'Secret',
    'Update',
    'UpdateMany',
  ].map((word) => word.toLowerCase()),
)

const CONTROL_CHARACTER = /\p{Cc}/u

/**
 * The problem of an id that is used in paths, or null (orders.md#order-creation). Spaces, slashes
 * and any script are fine.
 */
export function problemOfId(id: string): string | null {
  if (id === '') return 'must not be empty'
  if ([...id].length > ID_LENGTH_MAX) return `must have at most ${ID_LENGTH_MAX} characters`
  if (CONTROL_CHARACTER.test(id)) return 'must not contain control characters'
  if (!id.isWellFormed()) return 'must be well-formed Unicode'
  // Clients take these for steps in the path and never send them.
  if (id === '.' || id === '..') return 'is a reserved word'
  return null
}

/** What is wrong with an order id, or null (orders.md#order-creation). */
export function problemOfOrderId(id: string): string | null {
  return problemOfId(id) ?? (reservedWords.has(id.toLowerCase()) ? 'is a reserved word' : null)
}

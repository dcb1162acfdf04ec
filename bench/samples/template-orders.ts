/** Picks from weighted choices by an index, evenly over all indexes. */
function pick<T>(choices: readonly (readonly [T, number])[], index: number, salt: number): T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  // Multiplying by an odd constant and keeping the upper bits scatters neighbours; no measurement
  // depends on chance.
  const scattered = ((Math.imul(index + 1, 2_654_435_761) + Math.imul(salt, 40_503)) >>> 0) / 2 ** 32
  let rest = scattered * total
  for (const [choice, weight] of choices) {
    rest -= weight
    if (rest < 0) return choice
  }
  return choices[0]?.[0] as T
}

const stores: readonly (readonly [readonly [string, string, string], number])[] = [
  [['Oslo-01', 'NOR', 'NOK'], 45],
  [['Bergen-01', 'NOR', 'NOK'], 20],
  [['Stockholm-01', 'SWE', 'SEK'], 20],
  [['142', 'NOR', 'NOK'], 8],
  [['London-01', 'GBR', 'GBP'], 5],
  [['Tokyo-01', 'JPN', 'JPY'], 2],
]
const statuses = [
  ['Completed', 80],
  ['Cancelled', 6],
  ['Shipped', 4],
  ['InProgress', 4],
  ['New', 3],
  ['Returned', 2],
  ['Queued', 1],
] as const
const channels = [
  ['web', 60],
  ['app', 30],
  ['phone', 8],
  ['kiosk', 2],
] as const
const methods = [
  ['Home delivery', 50],
  ['Parcel locker', 35],
  ['Express', 10],
  ['Pick up', 5],
] as const
const tags: readonly (readonly [readonly string[], number])[] = [
  [[], 70],
  [['campaign'], 15],
  [['vip'], 8],
  [['campaign', 'vip'], 5],
  [['fraud-check'], 2],
]
/**
 * Names by how often they occur: the first of many is common, most are rare, as in a register of
 * persons.
 */
function byFrequency(names: readonly string[]): readonly (readonly [string, number])[] {
  return names.map((name, rank) => [name, 1 / (rank + 10)] as const)
}

function compounds(common: string, starts: string, ends: string): string[] {
  return [...common.split(' '), ...starts.split(' ').flatMap((start) => ends.split(' ').map((end) => start + end))]
}

const firstNames = byFrequency(
  compounds(
    'Kari Ola Anne Per Ingrid Lars Astrid Nils Solveig Erik Berit Knut Maja Jonas Liv Emil Nora Henrik Ida Magnus',
    'Gun Sig Tor Ei Ran Hall Inge Thor As Ragn',
    'hild vald bjørg stein rid nar dis var',
  ),
)
const lastNames = byFrequency(
  compounds(
    'Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen Karlsen Berg Haugen Lund Dahl Moen Solberg Strand Bakken Vik Lie',
    'Aas Bjerk Eik Fjell Gran Hav Kvern Lang Myr Nord Os Rød Sand Skog Stor Sunn Tveit Ul Vest Øst',
    'berg dal eng gård haug heim land moen rud set stad sund vang våg',
  ),
)
const products = 'Shirt Belt Jacket Scarf Boots Cap Gloves Socks Trousers Sweater Backpack Umbrella Watch Wallet Dress'.split(' ')

/** A template order: store, status, customer, goods and tags are as skewed as in a shop. */
export function templateOrder(index: number, created: string): Record<string, unknown> {
  const [storeId, marketId, billingCurrency] = pick(stores, index, 1)
  const number = String(index).padStart(5, '0')
  const id = `template-${number}`
  return {
    id,
    orderNumber: id,
    storeId,
    marketId,
    billingCurrency,
    orderType: 'Online',
    status: pick(statuses, index, 2),
    salesChannel: pick(channels, index, 3),
    tags: pick(tags, index, 4),
    created,
    ...customer(index),
    externalIds: [{ providerName: 'ERP', id: `E-${number}` }],
    orderForm: orderForm(index, number),
  }
}

function customer(index: number): Record<string, unknown> {
  const firstName = pick(firstNames, index, 8)
  const lastName = pick(lastNames, index, 9)
  const name = `${firstName} ${lastName}`
  const line1 = `Storgata ${index % 200}`
  return {
    customerId: `C-${index % 500}`,
    customerName: name,
    customerEmail: `${firstName}.${lastName}.${index % 500}@example.com`.toLowerCase(),
    customerPhone: `+47${40_000_000 + index}`,
    billingAddress: { firstName, lastName, name, line1, postalCode: String(1000 + index), city: 'Oslo', countryCode: 'NO' },
  }
}

const transactionTypes = [
  ['Capture', 70],
  ['Authorization', 30],
] as const

function orderForm(index: number, number: string): Record<string, unknown> {
  const payment = { amount: 500, paymentMethodName: 'Card', transactionId: `t-${number}`, status: 'Processed' }
  const shipment = { shipmentId: '1', shippingSubTotal: 79, shipmentTrackingNumber: `TR${number}` }
  return {
    lineItems: [line(index, '1', 7), line(index, '2', 3)],
    shipments: [{ ...shipment, shippingMethodName: pick(methods, index, 5) }],
    payments: [{ ...payment, transactionType: pick(transactionTypes, index, 6) }],
  }
}

function line(index: number, lineItemId: string, salt: number): Record<string, unknown> {
  const displayName = products[(index * salt) % products.length] as string
  const code = `${displayName.toUpperCase()}-${(index * salt) % 97}`
  return { lineItemId, code, displayName, quantity: (index % 3) + 1, placedPrice: 100 * salt, taxRate: 25 }
}

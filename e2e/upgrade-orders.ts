import type { RestClient } from '@open-oms/system/rest-client'

/** What an order of the fixture is after the upgrade, and what finds it. */
export type UpgradedOrder = {
  id: string
  paymentStatus: string
  fulfilmentStatus: string
  /** The warehouse in which it is to pick; null: it is not. */
  pickedIn: string | null
  customerName: string
  customerPhone: string
  payments: readonly { transactionType: 'Sale' | 'Authorization'; amount: number }[]
  /** Filters that find it, and none of the others of this list. */
  foundBy: readonly Readonly<Record<string, string>>[]
}

const sale = (amount: number) => ({ transactionType: 'Sale', amount }) as const
const paid = { paymentStatus: 'Paid', fulfilmentStatus: 'Unfulfilled', pickedIn: null, payments: [sale(125)] } as const

/**
 * Orders in every state that a later version derives something of. Their names and phone numbers
 * are written otherwise than they are looked for.
 */
export const upgradedOrders: readonly UpgradedOrder[] = [
  {
    ...paid,
    id: 'upgrade-paid',
    pickedIn: 'Oslo-01',
    customerName: 'Jürgen Weißmüller',
    customerPhone: '900 11 222',
    foundBy: [{ searchText: 'WEISSMÜLLER' }, { phone: '+47 90011222' }, { searchText: '004790011222' }],
  },
  {
    ...paid,
    id: 'upgrade-authorized',
    paymentStatus: 'Authorized',
    payments: [{ transactionType: 'Authorization', amount: 125 }],
    pickedIn: 'Central',
    customerName: 'Οδυσσέας Ανδρέας',
    customerPhone: '+47 900 11 333',
    foundBy: [{ customerName: 'ΟΔΥΣΣΈΑΣ' }, { searchText: 'ΑΝΔΡΈΑΣ' }, { phone: '90011333' }],
  },
  {
    ...paid,
    id: 'upgrade-unpaid',
    paymentStatus: 'NotPaid',
    payments: [],
    customerName: 'İpek Yılmaz',
    customerPhone: '4790011444',
    foundBy: [{ customerName: 'ipek' }, { searchText: '90011444' }],
  },
  {
    ...paid,
    id: 'upgrade-overpaid',
    paymentStatus: 'OverPaid',
    payments: [sale(150)],
    pickedIn: 'Oslo-01',
    customerName: 'ﾊﾝﾊﾞｰｸﾞ',
    customerPhone: '0047 900 11 555',
    foundBy: [{ searchText: 'ハンバーグ' }, { phone: '90011555' }],
  },
  {
    ...paid,
    id: 'upgrade-held',
    customerName: 'Ёлкин',
    customerPhone: '90011666',
    foundBy: [{ customerName: 'ёлкин' }, { phone: '004790011666' }],
  },
  {
    ...paid,
    id: 'upgrade-shipped',
    fulfilmentStatus: 'Fulfilled',
    customerName: 'ＡＮＮＡ Ｂｅｒｇ',
    customerPhone: '90011777',
    foundBy: [{ customerName: 'anna berg' }, { phone: '+4790011777' }],
  },
  {
    ...paid,
    id: 'upgrade-returned',
    fulfilmentStatus: 'Returned',
    customerName: 'Åse Grønnesø',
    customerPhone: '90011888',
    foundBy: [{ searchText: 'GRØNNESØ' }, { searchText: '+4790011888' }],
  },
  {
    ...paid,
    id: 'upgrade-cancelled',
    payments: [],
    fulfilmentStatus: 'Cancelled',
    customerName: 'Nguyễn Thị',
    customerPhone: '90011999',
    foundBy: [{ customerName: 'NGUYỄN' }, { phone: '4790011999' }],
  },
]

/** What all of them sell. */
export const SKU = 'UPGRADE-CUP'
const made = { paymentMethodName: 'Card', status: 'Processed' }

async function create(client: RestClient, order: UpgradedOrder): Promise<void> {
  const { id, customerName, customerPhone, payments } = order
  const line = { lineItemId: '1', code: SKU, displayName: 'Cup', quantity: 1, placedPrice: 125, taxRate: 25 }
  const orderForm = {
    lineItems: [line],
    shipments: [{ shipmentId: '1', warehouseCode: order.pickedIn ?? 'Oslo-01' }],
    payments: payments.map((payment) => ({ ...payment, ...made, transactionId: `pay-${id}` })),
  }
  const kind = { storeId: 'Oslo-01', marketId: 'NOR', billingCurrency: 'NOK', orderType: 'Online', status: 'New' }
  await client.call('POST', '/api/Orders', { body: { id, customerName, customerPhone, ...kind, orderForm } })
}

/** Fills a running system of the version before with these orders, before it is copied. */
export async function createUpgradedOrders(client: RestClient): Promise<void> {
  const levels = ['Oslo-01', 'Central'].map((warehouseCode) => ({ skuId: SKU, warehouseCode, quantity: 20 }))
  await client.call('PUT', '/api/Inventory', { body: levels })
  for (const order of upgradedOrders) await create(client, order)
  const path = (id: string, action: string) => `/api/Orders/${id}/${action}`
  await client.call('POST', path('upgrade-held', 'Holds'), { body: { reasonCode: 'FraudCheck' } })
  const statuses = { 'upgrade-shipped': 'Completed', 'upgrade-returned': 'Completed', 'upgrade-cancelled': 'Cancelled' }
  for (const [id, status] of Object.entries(statuses)) await client.call('POST', path(id, 'UpdateStatus'), { body: { status } })
  const returns = [{ lineItemId: '1', returnQuantity: 1 }]
  await client.call('POST', '/api/Returns/upgrade-returned/Return', { body: { returns } })
  await client.call('POST', '/api/Returns/upgrade-returned/UpdateStatus', {
    body: { returnId: '1', status: 'Completed' },
  })
}

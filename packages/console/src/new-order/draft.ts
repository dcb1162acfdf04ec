import type { Cart } from '@open-oms/client/types'

/** A line of a draft, as the person has filled it in. */
export type DraftLine = {
  id: string
  code: string
  name: string
  quantity: number | null
  /** The price of the catalogue; null: it has none. */
  listPrice: number | null
  price: number | null
  /** Percent that is taken off. */
  discount: number | null
  reason: string
}

/** By which carts are known as drafts of orders that are written by hand. */
export const SALES_CHANNEL = 'Phone'

export const draftFields = [
  'customerName',
  'email',
  'phone',
  'street',
  'postalCode',
  'city',
  'countryCode',
  'shippingMethod',
] as const
export type DraftField = (typeof draftFields)[number]

export type PaymentChoice = 'Link' | 'Invoice' | 'Paid' | 'Later'

/** An order that is being written, as its page shows it. */
export type Draft = Record<DraftField, string> & {
  storeId: string
  /** Of the customer that was chosen; null for a new one. */
  customer: { customerId: string | null; customerNumber: string | null; customerType: string | null } | null
  lines: DraftLine[]
  shippingPrice: number | null
  payment: PaymentChoice
}

export const emptyDraft: Draft = {
  storeId: '',
  customer: null,
  customerName: '',
  email: '',
  phone: '',
  street: '',
  postalCode: '',
  city: '',
  countryCode: '',
  shippingMethod: '',
  lines: [],
  shippingPrice: null,
  payment: 'Invoice',
}

/** Whether a line costs other than the catalogue says: a reason is asked for then. */
export function needsReason({ listPrice, price, discount }: DraftLine): boolean {
  return (listPrice !== null && price !== listPrice) || (discount ?? 0) > 0
}

export type DraftProblem = 'store' | 'customer' | 'lines' | 'quantity' | 'reason'

/** What keeps a draft from becoming an order; null: nothing. */
export function draftProblem({ storeId, customerName, lines }: Draft): DraftProblem | null {
  if (storeId === '') return 'store'
  if (customerName.trim() === '') return 'customer'
  if (lines.length === 0) return 'lines'
  if (lines.some(({ quantity, price }) => quantity === null || quantity <= 0 || price === null)) return 'quantity'
  return lines.some((line) => needsReason(line) && line.reason.trim() === '') ? 'reason' : null
}

/** The total of a draft, and the name of its payment method. */
export type PaidDraft = { amount: number; transactionId: string }

/** The cart that keeps a draft; `paid` is null while it is written. */
export function toCart(draft: Draft, { marketId, paid }: { marketId: string | undefined; paid: PaidDraft | null }) {
  const { storeId, customer, customerName, email, phone, shippingMethod, shippingPrice } = draft
  const address = toAddress(draft)
  const shipment = {
    shipmentId: '1',
    shippingSubTotal: shippingPrice ?? 0,
    ...(shippingMethod.trim() === '' ? {} : { shippingMethodName: shippingMethod.trim() }),
    ...(address === null ? {} : { address }),
  }
  return {
    ...(storeId === '' ? {} : { storeId }),
    ...(marketId === undefined ? {} : { marketId }),
    ...sent({ ...customer, customerName, customerEmail: email, customerPhone: phone }),
    orderOrigin: 'OMS',
    salesChannel: SALES_CHANNEL,
    ...(address === null ? {} : { billingAddress: address }),
    orderForm: {
      lineItems: draft.lines.map(toCartLine),
      shipments: [shipment],
      payments: paid === null ? [] : toPayments(draft.payment, paid),
    },
  }
}

function toAddress({ customerName, street, postalCode, city, countryCode }: Draft) {
  const place = sent({ line1: street, postalCode, city, countryCode: countryCode.toUpperCase() })
  return Object.keys(place).length === 0 ? null : { ...sent({ name: customerName }), ...place }
}

function toCartLine({ id, code, quantity, price, discount, reason }: DraftLine) {
  const kind = { discountType: 'LineItem', rewardType: 'Percentage' } as const
  const rebate = { ...kind, discountName: reason.trim(), discountValue: discount ?? 0 }
  return {
    lineItemId: id,
    code,
    quantity: quantity ?? 0,
    placedPrice: price ?? 0,
    ...sent({ modifiedReason: reason }),
    ...((discount ?? 0) > 0 ? { orderLineDiscounts: [{ ...rebate, skuIds: [code] }] } : {}),
  }
}

function toPayments(choice: PaymentChoice, { amount, transactionId }: PaidDraft) {
  if (choice === 'Later' || choice === 'Link' || amount === 0) return []
  const paid = { status: 'Processed', amount, transactionId } as const
  return choice === 'Invoice'
    ? [{ ...paid, transactionType: 'Invoiced' as const, paymentMethodName: 'Invoice' }]
    : [{ ...paid, transactionType: 'Sale' as const, paymentMethodName: 'Card' }]
}

/** The fields that say something. */
function sent<T extends Record<string, string | null>>(fields: T): { [K in keyof T]?: string } {
  const said = Object.entries(fields).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []))
  return Object.fromEntries(said)
}

/** The draft that a cart keeps, as a colleague takes it over. */
export function fromCart(cart: Cart): Draft {
  const [shipment] = cart.orderForm.shipments
  const address = shipment?.address ?? cart.billingAddress
  const { customerId, customerNumber, customerType } = cart
  return {
    ...emptyDraft,
    storeId: cart.storeId ?? '',
    customer: [customerId, customerNumber].some(Boolean) ? { customerId, customerNumber, customerType } : null,
    customerName: cart.customerName ?? '',
    email: cart.customerEmail ?? '',
    phone: cart.customerPhone ?? '',
    ...addressFields(address),
    shippingMethod: shipment?.shippingMethodName ?? '',
    shippingPrice: shipment?.shippingSubTotal ?? null,
    lines: cart.orderForm.lineItems.filter(({ packageLineItemId }) => packageLineItemId === null).map(fromCartLine),
  }
}

/** The fields of an address that a draft has. */
export function addressFields(address: Cart['billingAddress']): Pick<Draft, 'street' | 'postalCode' | 'city' | 'countryCode'> {
  const street = [address?.line1, address?.streetNumber].filter(Boolean).join(' ')
  return {
    street,
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    countryCode: address?.countryCode ?? '',
  }
}

function fromCartLine(line: Cart['orderForm']['lineItems'][number]): DraftLine {
  const [rebate] = line.orderLineDiscounts
  return {
    id: line.lineItemId ?? '',
    code: line.code ?? '',
    name: line.displayName ?? line.code ?? '',
    quantity: line.quantity,
    // What the catalogue says is not known any more: the price that was agreed on counts.
    listPrice: null,
    price: line.placedPrice,
    discount: rebate?.discountValue ?? null,
    reason: line.modifiedReason ?? rebate?.discountName ?? '',
  }
}

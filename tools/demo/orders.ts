import type { NewOrder } from '@open-oms/client/types'
import { currencyExponent } from '@open-oms/money/currency'
import { expectedTotals, type Totals } from './expected-totals.ts'
import { type Customer, customersFrom } from './shop/customers.ts'
import { createRandom } from './shop/random.ts'
import type { StorePlan } from './store-plan.ts'
import type { OrderFlow } from './tenant.ts'

export type DemoOrder = {
  id: string
  plan: StorePlan
  delivered: string
  /** What the order must total. */
  expected: Totals
  /** The refunded part; 0 for none. */
  refund: number
  body: NewOrder
}

type Line = { code: string; displayName: string; quantity: number; placedPrice: number; rate: 0 | 1; isPackageProduct?: boolean }
type Discount = { rewardType: 'Percentage' | 'Money'; value: number; percent: number }
type Draft = {
  lines: Line[]
  shipping: number
  discount: Discount | null
  refund: number
}

const machine: Line = {
  code: 'coffee-machine-black',
  displayName: 'Coffee machine, black',
  quantity: 1,
  placedPrice: 2000,
  rate: 0,
}
const beans: Line = { code: 'coffee-beans', displayName: 'Coffee beans 500 g', quantity: 3, placedPrice: 130, rate: 1 }
const box: Line = {
  code: 'coffee-starter-box',
  displayName: 'Coffee starter box',
  quantity: 1,
  placedPrice: 500,
  rate: 0,
  isPackageProduct: true,
}
const cups: Line = { code: 'coffee-cup', displayName: 'Coffee cup', quantity: 10, placedPrice: 90, rate: 0 }

/**
 * One for each store. Prices are multiples of ten, so that discounts of ten percent are whole in
 * every currency.
 */
const drafts: readonly Draft[] = [
  { lines: [machine, beans, box], shipping: 80, discount: { rewardType: 'Percentage', value: 10, percent: 10 }, refund: 117 },
  { lines: [{ ...cups, quantity: 6 }], shipping: 0, discount: null, refund: 0 },
  {
    lines: [cups, { ...beans, quantity: 1, placedPrice: 100 }],
    shipping: 50,
    discount: { rewardType: 'Money', value: 100, percent: 10 },
    refund: 0,
  },
]
const ORDERS_MAX = drafts.length
/** After those of the shop, which has fewer orders. */
const FIRST_NUMBER = 9001

/** Amounts in currencies that are worth more or less than a crown, in tenths of a unit at least. */
const scales: Readonly<Record<string, number>> = { EUR: 0.1, GBP: 0.1, USD: 0.1, JPY: 10 }

type DemoOptions = {
  /** Decides the ids and the customers. */
  seed: number
  flow: OrderFlow
  /** The price of a package is not spread over its components. */
  hasPackages: boolean
}

/**
 * An order for each store. Packages are left out where the tenant spreads their prices: VAT is then
 * rounded by component.
 */
export function demoOrders(plans: readonly StorePlan[], { seed, flow, hasPackages }: DemoOptions): DemoOrder[] {
  return plans.slice(0, ORDERS_MAX).map((plan, index) => {
    const draft = inCurrency(drafts[index] as Draft, scales[plan.currency] ?? 1)
    const lines = draft.lines.filter(({ isPackageProduct }) => hasPackages || isPackageProduct !== true)
    const rated = lines.map(({ rate, ...line }, position) => ({
      ...line,
      lineItemId: `${position + 1}`,
      taxRate: plan.rates[rate],
    }))
    const expected = expectedTotals({
      lines: rated.map(({ quantity, placedPrice, taxRate }) => ({ amount: quantity * placedPrice, taxRate })),
      shipping: { amount: draft.shipping, taxRate: plan.rates[0] },
      discountPercent: draft.discount?.percent ?? 0,
      exponent: currencyExponent(plan.currency),
    })
    const id = String(seed * 10_000 + FIRST_NUMBER + index)
    const [customer] = customersFrom(createRandom(seed + index), plan.country, 1)
    const body = orderBody(
      { id, plan, flow, customer: customer as Customer },
      { ...draft, lines: rated, total: inUnits(expected.total, plan.currency) },
    )
    return { id, plan, delivered: flow.delivered, expected, refund: draft.refund, body }
  })
}

function inCurrency({ lines, shipping, discount, refund }: Draft, scale: number): Draft {
  const isMoney = discount?.rewardType === 'Money'
  // Without the digits that a product of decimals has too many.
  const scaled = (amount: number) => Number((amount * scale).toFixed(2))
  return {
    lines: lines.map((line) => ({ ...line, placedPrice: scaled(line.placedPrice) })),
    shipping: scaled(shipping),
    discount: discount !== null && isMoney ? { ...discount, value: scaled(discount.value) } : discount,
    refund: scaled(refund),
  }
}

/** An amount in the smallest unit as the API writes it. */
export function inUnits(amount: number, currency: string): number {
  return amount / 10 ** currencyExponent(currency)
}

/** An amount of the API in the smallest unit. */
export function inSmallestUnits(amount: number, currency: string): number {
  return Math.round(amount * 10 ** currencyExponent(currency))
}

type Head = { id: string; plan: StorePlan; flow: OrderFlow; customer: Customer }
type Content = Omit<Draft, 'lines'> & { lines: NonNullable<NonNullable<NewOrder['orderForm']>['lineItems']>; total: number }

function orderBody({ id, plan, flow, customer }: Head, { lines, shipping, discount, total }: Content): NewOrder {
  const { firstName, lastName, email, address } = customer
  return {
    id,
    orderNumber: id,
    storeId: plan.storeId,
    marketId: plan.marketId,
    billingCurrency: plan.currency,
    status: flow.created,
    orderType: flow.orderType,
    orderOrigin: 'WEB',
    customerType: 'B2C',
    customerName: `${firstName} ${lastName}`,
    customerEmail: email,
    customerNumber: customer.customerNumber,
    // The tenant may have a mail server, and nobody has these addresses.
    isNotificationsDisabled: true,
    billingAddress: { firstName, lastName, ...address },
    orderForm: {
      lineItems: lines,
      shipments: [
        {
          shipmentId: '1',
          shippingMethodName: 'Home delivery',
          shippingSubTotal: shipping,
          shipmentTaxRate: plan.rates[0],
          lineItems: lines,
        },
      ],
      discounts: discount === null ? [] : [discountBody(discount)],
      payments: [
        {
          amount: total,
          paymentMethodName: plan.paymentMethod,
          transactionId: `auth-${id}`,
          transactionType: 'Authorization',
          status: 'Processed',
        },
      ],
    },
  }
}

function discountBody({ rewardType, value }: Discount) {
  return {
    discountId: 'WELCOME',
    discountName: 'Welcome back',
    discountType: 'Order' as const,
    rewardType,
    discountValue: value,
  }
}

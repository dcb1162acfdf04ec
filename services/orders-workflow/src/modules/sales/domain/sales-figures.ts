import type { Market } from '@open-oms/contracts/config/markets'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { SalesFigures } from '@open-oms/contracts/orders/sales/sales'
import { currencyExponent } from '@open-oms/money/currency'
import { larger, sumOfAmounts, toAmount } from '@open-oms/money/minor'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { orderMarket } from '../../../order/rules/context/order-context.ts'
import { paymentTotals } from '../../../order/rules/totals/payment-totals.ts'

type Figures = Omit<SalesFigures, 'from' | 'to'>
type Sold = Figures['currencies'][number]
type ProductSold = Figures['products'][number]

/** Sums up orders one after the other (search.md#sales-figures). */
export function salesCounter(markets: readonly Market[]) {
  const currencies = new Map<string, Sold>()
  const stores = new Map<string, Figures['stores'][number]>()
  const methods = new Map<string, Figures['paymentMethods'][number]>()
  const products = new Map<string, ProductSold>()
  return {
    add(order: Order): void {
      const currency = order.billingCurrency || orderMarket(order, { markets }).currency
      const { storeId } = order
      addSale(entry(currencies, [currency], { currency, total: 0, orders: 0 }), order.total)
      addSale(entry(stores, [storeId, currency], { storeId, currency, total: 0, orders: 0 }), order.total)
      for (const { name, amount } of paidByMethod(order, currency)) {
        const method = entry(methods, [name, currency], { paymentMethodName: name, currency, amount: 0 })
        method.amount = sumOfAmounts([method.amount, amount])
      }
      for (const line of order.orderForm.lineItems) addProduct(products, line, currency)
    },
    figures: (productsMax: number): Figures => ({
      currencies: sorted(currencies, ({ orders }) => orders),
      stores: sorted(stores, ({ orders }) => orders),
      paymentMethods: sorted(methods, ({ amount }) => amount),
      products: sorted(products, ({ total }) => total).slice(0, productsMax),
    }),
  }
}

function entry<T>(entries: Map<string, T>, key: readonly string[], first: T): T {
  const text = JSON.stringify(key)
  const known = entries.get(text) ?? first
  entries.set(text, known)
  return known
}

function addSale(sold: Sold, total: number): void {
  sold.total = sumOfAmounts([sold.total, total])
  sold.orders += 1
}

/** What an order has authorised or taken by each method: the larger of both. */
function paidByMethod({ orderForm: { payments } }: Order, currency: string): { name: string; amount: number }[] {
  const exponent = currencyExponent(currency)
  return [...Map.groupBy(payments, ({ paymentMethodName }) => paymentMethodName ?? '')].flatMap(([name, own]) => {
    const { authorized, captured } = paymentTotals(own, exponent)
    const amount = toAmount(larger(authorized, captured), exponent)
    return amount > 0 ? [{ name, amount }] : []
  })
}

/** Components are paid with their package. */
function addProduct(products: Map<string, ProductSold>, line: OrderLine, currency: string): void {
  const quantity = restOfQuantity(line.quantity, line.canceledQuantity)
  if (quantity <= 0 || line.packageLineItemId) return
  const code = line.code || line.productId || ''
  const product = entry(products, [code, currency], { code, name: line.displayName || code, currency, quantity: 0, total: 0 })
  product.quantity = sumOfQuantities([product.quantity, quantity])
  product.total = sumOfAmounts([product.total, line.discountedPrice])
}

function sorted<T>(entries: Map<string, T>, by: (one: T) => number): T[] {
  return [...entries.values()].sort((one, other) => by(other) - by(one))
}

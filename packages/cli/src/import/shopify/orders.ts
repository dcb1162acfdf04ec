import { Order } from '@oms/contracts/orders/order'
import { currencyExponent } from '@oms/money/currency'
import { type Cells, dateIn, numberIn, type ReadyMadeFormat, textIn } from '../mapping/ready-made.ts'
import { currencyProblem } from '../mapping/transform.ts'
import type { CsvRow } from '../reading/read-csv.ts'
import { type FileLine, type OrderAmounts, orderAmounts } from './order-amounts.ts'
import { type PaidOrder, paymentsOf } from './order-payments.ts'

const isLine = (row: CsvRow) => textIn(row, 'Lineitem quantity') !== null

/**
 * The orders of Shopify's `orders_export` CSV, which has a row for each line
 * (docs/reference/import-formats.md#shopify-orders).
 */
export const shopifyOrders: ReadyMadeFormat = {
  model: Order,
  needs: ['Name', 'Financial Status', 'Currency', 'Subtotal', 'Total', 'Created at', 'Lineitem quantity', 'Lineitem price'],
  groupBy: 'Name',
  spread: { path: 'orderForm.lineItems', isItem: isLine },
  columns: {
    id: 'Name',
    orderNumber: 'Name',
    status: 'Fulfillment Status',
    total: 'Total',
    created: 'Created at',
    billingCurrency: 'Currency',
    customerEmail: 'Email',
    'orderForm.lineItems[].quantity': 'Lineitem quantity',
    'orderForm.lineItems[].placedPrice': 'Lineitem price',
    'orderForm.lineItems[].code': 'Lineitem sku',
    'orderForm.lineItems[].discounted': 'Lineitem discount',
  },
  itemOf: orderOf,
}

function orderOf(cells: Cells): Record<string, unknown> | null {
  const [first] = cells.rows as [CsvRow]
  const currency = (textIn(first, 'Currency') ?? '').toUpperCase()
  const unknown = currencyProblem(currency)
  if (unknown !== null) cells.problems.push({ line: first.line, column: 'Currency', path: 'billingCurrency', reason: unknown })
  const lineRows = cells.rows.filter(isLine)
  const lines = lineRows.map((row) => fileLine(cells, row))
  const money = (column: string, path = 'total') => numberIn(cells, first, { column, path })
  const totals = {
    subtotal: money('Subtotal'),
    shipping: money('Shipping'),
    taxes: money('Taxes'),
    duties: money('Duties'),
    total: money('Total'),
  }
  const amounts = orderAmounts({ ...totals, lines, exponent: currencyExponent(currency) })
  if (typeof amounts === 'string') {
    if (cells.problems.length === 0) cells.problems.push({ line: first.line, column: 'Total', path: 'total', reason: amounts })
    return null
  }
  const cancelled = dateIn(cells, first, { column: 'Cancelled at', path: 'status' })
  const status = cells.word('statuses', stateOf(first, cancelled), standardStatuses[stateOf(first, cancelled)])
  const paid: PaidOrder = { total: totals.total, outstanding: money('Outstanding Balance'), refunded: money('Refunded Amount') }
  return {
    ...headOf(cells, first),
    status,
    billingCurrency: currency,
    ...(cancelled === null ? { total: totals.total } : {}),
    properties: [{ key: 'ShopifyTotal', value: String(totals.total) }],
    orderForm: {
      ...formOf(first, amounts, cancelled !== null),
      lineItems: lineRows.map((row, index) => lineOf(row, { amounts, index, cancelled, line: lines[index] as FileLine })),
      payments: paymentsOf(cells, first, paid),
      shipments: [shipmentOf(first, { amounts, status, isCancelled: cancelled !== null })],
    },
  }
}

const standardStatuses = {
  cancelled: 'Cancelled',
  fulfilled: 'Completed',
  partial: 'PartiallyShipped',
  unfulfilled: 'New',
} as const

function stateOf(row: CsvRow, cancelled: string | null): keyof typeof standardStatuses {
  if (cancelled !== null) return 'cancelled'
  const state = textIn(row, 'Fulfillment Status')?.toLowerCase()
  return state === 'fulfilled' || state === 'partial' ? state : 'unfulfilled'
}

function headOf(cells: Cells, row: CsvRow): Record<string, unknown> {
  const number = textIn(row, 'Name')
  const billing = addressOf(row, 'Billing')
  return {
    id: number,
    orderNumber: number,
    created: dateIn(cells, row, { column: 'Created at', path: 'created' }),
    completed: dateIn(cells, row, { column: 'Fulfilled at', path: 'completed' }),
    customerEmail: textIn(row, 'Email'),
    customerName: textIn(row, 'Billing Name') ?? textIn(row, 'Shipping Name'),
    customerPhone: textIn(row, 'Phone') ?? textIn(row, 'Billing Phone'),
    orderOrigin: 'WEB',
    salesChannel: textIn(row, 'Source'),
    invoiceComment: textIn(row, 'Notes'),
    tags: (textIn(row, 'Tags') ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    billingAddress: billing,
    externalIds: textIn(row, 'Id') === null ? [] : [{ providerName: 'Shopify', id: textIn(row, 'Id') }],
  }
}

function fileLine(cells: Cells, row: CsvRow): FileLine {
  const number = (column: string, path: string) => numberIn(cells, row, { column, path: `orderForm.lineItems[].${path}` })
  const quantity = number('Lineitem quantity', 'quantity')
  if (quantity <= 0)
    cells.problems.push({
      line: row.line,
      column: 'Lineitem quantity',
      path: 'orderForm.lineItems[].quantity',
      reason: `must be above 0, and is ${quantity}`,
    })
  return {
    quantity,
    price: number('Lineitem price', 'placedPrice'),
    discount: number('Lineitem discount', 'discounted'),
    isTaxable: textIn(row, 'Lineitem taxable')?.toLowerCase() !== 'false',
  }
}

type LineFacts = { amounts: OrderAmounts; index: number; cancelled: string | null; line: FileLine }

function lineOf(row: CsvRow, { amounts, index, cancelled, line: { quantity } }: LineFacts): Record<string, unknown> {
  const isDelivered = textIn(row, 'Lineitem fulfillment status')?.toLowerCase() === 'fulfilled'
  const isCancelled = cancelled !== null && !isDelivered
  return {
    lineItemId: String(index + 1),
    code: textIn(row, 'Lineitem sku') ?? textIn(row, 'Lineitem name'),
    displayName: textIn(row, 'Lineitem name'),
    brand: textIn(row, 'Vendor'),
    quantity,
    ...amounts.lines[index],
    deliveredQuantity: isDelivered ? quantity : 0,
    canceledQuantity: isCancelled ? quantity : 0,
    canceledDate: isCancelled ? cancelled : null,
    isVirtualProduct: textIn(row, 'Lineitem requires shipping')?.toLowerCase() === 'false',
  }
}

function formOf(row: CsvRow, { orderDiscount, handling, roundoff }: OrderAmounts, isCancelled: boolean): Record<string, unknown> {
  const code = textIn(row, 'Discount Code')
  const discount = {
    discountType: 'Order',
    rewardType: 'Money',
    discountValue: orderDiscount,
    discountCode: code,
    discountName: code,
  }
  return {
    couponCodes: code === null ? [] : [code],
    discounts: orderDiscount === 0 ? [] : [{ ...discount, discountId: code ?? 'shopify', discountSource: 'Shopify' }],
    handlingTotal: isCancelled ? 0 : handling,
    grossRoundoff: isCancelled ? 0 : roundoff,
  }
}

function shipmentOf(
  row: CsvRow,
  facts: { amounts: OrderAmounts; status: string; isCancelled: boolean },
): Record<string, unknown> {
  const { amounts, status, isCancelled } = facts
  return {
    shipmentId: '1',
    orderStatus: status,
    shippingSubTotal: isCancelled ? 0 : amounts.shipping,
    shipmentTaxRate: amounts.shippingTaxRate,
    shippingMethodName: textIn(row, 'Shipping Method'),
    address: addressOf(row, 'Shipping'),
  }
}

function addressOf(row: CsvRow, kind: 'Billing' | 'Shipping'): Record<string, unknown> | null {
  const part = (name: string) => textIn(row, `${kind} ${name}`)
  const address = {
    name: part('Name'),
    organization: part('Company'),
    line1: part('Address1') ?? part('Street'),
    line2: part('Address2'),
    postalCode: part('Zip'),
    city: part('City'),
    countryCode: part('Country'),
    regionCode: part('Province'),
    regionName: part('Province Name'),
    phone: part('Phone'),
  }
  return Object.values(address).every((value) => value === null) ? null : address
}

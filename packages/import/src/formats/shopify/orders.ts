import { currencyExponent } from '@open-oms/money/currency'
import { Decimal } from '@open-oms/money/decimal'
import { currencyProblem } from '../../mapping/transform.ts'
import { type CsvRow, hasColumn } from '../../reading/read-csv.ts'
import type { Item } from '../../reading/read-item.ts'
import { refused } from '../../reading/reasons.ts'
import { addProblem, type Cells, dateIn, numberIn, type ReadyMadeFormat, refundForms, textIn } from '../ready-made.ts'
import { rateInName, type StatedTax } from '../tax-rates.ts'
import { type FileLine, type FileTotals, type OrderAmounts, orderAmounts } from './order-amounts.ts'
import { type PaidOrder, toPayments } from './order-payments.ts'

const isLine = (row: CsvRow) => textIn(row, 'Lineitem quantity') !== null
const TAXES = 5
/** As exports spell it, and as Shopify's documentation does. */
const CANCELLED_AT = ['Cancelled at', 'Canceled at'] as const

const addressParts = ['Name', 'Company', 'Address1', 'Street', 'Address2', 'Zip', 'City', 'Country', 'Province', 'Province Name']
const taxColumns = Array.from({ length: TAXES }, (_, index) => [`Tax ${index + 1} Name`, `Tax ${index + 1} Value`]).flat()
const once = [
  ...['Name', 'Id', 'Email', 'Phone', 'Created at', 'Paid at', 'Fulfilled at', ...CANCELLED_AT, 'Financial Status'],
  ...['Fulfillment Status', 'Currency', 'Subtotal', 'Shipping', 'Taxes', 'Duties', 'Total', 'Discount Code', 'Discount Amount'],
  ...['Outstanding Balance', 'Refunded Amount', 'Payment Method', 'Payment ID', 'Payment Reference', 'Shipping Method'],
  ...['Notes', 'Tags', 'Source', ...taxColumns],
  ...[...addressParts, 'Phone'].flatMap((part) => [`Billing ${part}`, `Shipping ${part}`]),
]

/**
 * The orders of Shopify's `orders_export` CSV, which has a row for each line; `storeRates` are the
 * rates of the store's accounts (docs/reference/import-formats.md#shopify-orders).
 */
export const shopifyOrders = (storeRates: readonly number[]): ReadyMadeFormat => ({
  needs: ['Name', 'Financial Status', 'Currency', 'Subtotal', 'Total', 'Created at', 'Lineitem quantity', 'Lineitem price'],
  keys: ['Id', 'Name'],
  once,
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
  toItem: (cells) => toOrder(cells, storeRates),
  statedTotals: (cells) => {
    const total = numberIn({ ...cells, problems: [] }, cells.head, { column: 'Total', path: 'total', absent: Number.NaN })
    return Number.isNaN(total) ? [] : [new Decimal(total)]
  },
})

function toOrder(cells: Cells, storeRates: readonly number[]): Item | null {
  const { head } = cells
  const currency = (textIn(head, 'Currency') ?? '').toUpperCase()
  const unknown = currencyProblem(currency)
  if (unknown !== null) addProblem(cells, { row: head, column: 'Currency', path: 'billingCurrency' }, unknown)
  const lineRows = cells.rows.filter(isLine)
  const lines = lineRows.map((row) => fileLine(cells, row))
  const money = (column: string, path = 'total') => numberIn(cells, head, { column, path })
  const totals: FileTotals = {
    lines,
    discount: money('Discount Amount'),
    subtotal: money('Subtotal'),
    shipping: money('Shipping'),
    taxes: money('Taxes'),
    stated: statedTaxes(cells, storeRates),
    duties: money('Duties'),
    total: money('Total'),
    exponent: currencyExponent(currency),
  }
  const cancelledAt = CANCELLED_AT.find((column) => hasColumn(head.header, column)) ?? CANCELLED_AT[0]
  const cancelled = dateIn(cells, head, { column: cancelledAt, path: 'status' })
  const paid: PaidOrder = { total: totals.total, outstanding: money('Outstanding Balance'), refunded: money('Refunded Amount') }
  if (cells.problems.length > 0) return null
  const amounts = orderAmounts(totals)
  if ('reason' in amounts) {
    addProblem(cells, { row: head, column: 'Total', path: 'total' }, amounts)
    return null
  }
  const status = cells.word('statuses', orderState(head, cancelled), standardStatuses[orderState(head, cancelled)])
  const payments = toPayments(cells, head, paid)
  return {
    ...toOrderHead(cells),
    status,
    billingCurrency: currency,
    ...(cancelled === null ? { total: totals.total } : {}),
    properties: [{ key: 'ShopifyTotal', value: String(totals.total) }],
    orderForm: {
      ...toOrderForm(head, amounts, cancelled !== null),
      lineItems: lineRows.map((row, index) => toLineItem(row, { amounts, index, cancelled, line: lines[index] as FileLine })),
      payments,
      shipments: [toShipment(head, { amounts, status, isCancelled: cancelled !== null })],
    },
    returnOrderForms: cancelled === null ? refundForms(payments, cells.word('statuses', 'refunded', 'Completed')) : [],
  }
}

/** The taxes of the order, each with the rate in its name, else with those of the store. */
function statedTaxes(cells: Cells, storeRates: readonly number[]): StatedTax[] {
  const { head } = cells
  const named = Array.from({ length: TAXES }, (_, index) => index + 1).flatMap((number) => {
    const value = numberIn(cells, head, { column: `Tax ${number} Value`, path: 'taxTotal' })
    const name = textIn(head, `Tax ${number} Name`) ?? ''
    return value === 0 ? [] : [toStatedTax(name, value, storeRates)]
  })
  if (named.length > 0) return named
  const all = numberIn({ ...cells, problems: [] }, head, { column: 'Taxes', path: 'taxTotal' })
  return all === 0 ? [] : [toStatedTax('', all, storeRates)]
}

function toStatedTax(name: string, value: number, storeRates: readonly number[]): StatedTax {
  const rate = rateInName(name)
  return { name, value: new Decimal(value), rates: rate === null ? storeRates.filter((each) => each > 0) : [rate] }
}

const standardStatuses = {
  cancelled: 'Cancelled',
  fulfilled: 'Completed',
  partial: 'PartiallyShipped',
  unfulfilled: 'New',
} as const

function orderState(row: CsvRow, cancelled: string | null): keyof typeof standardStatuses {
  if (cancelled !== null) return 'cancelled'
  const state = textIn(row, 'Fulfillment Status')?.toLowerCase()
  return state === 'fulfilled' || state === 'partial' ? state : 'unfulfilled'
}

function toOrderHead(cells: Cells): Item {
  const row = cells.head
  const number = textIn(row, 'Name')
  const billing = toAddress(row, 'Billing')
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
    addProblem(
      cells,
      { row, column: 'Lineitem quantity', path: 'orderForm.lineItems[].quantity' },
      refused('notAbove', { value: quantity }),
    )
  return {
    quantity,
    price: number('Lineitem price', 'placedPrice'),
    discount: number('Lineitem discount', 'discounted'),
    isTaxable: textIn(row, 'Lineitem taxable')?.toLowerCase() !== 'false',
  }
}

type LineFacts = { amounts: OrderAmounts; index: number; cancelled: string | null; line: FileLine }

function toLineItem(row: CsvRow, { amounts, index, cancelled, line: { quantity } }: LineFacts): Item {
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

function toOrderForm(row: CsvRow, { orderDiscount, handling, roundoff }: OrderAmounts, isCancelled: boolean): Item {
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

function toShipment(row: CsvRow, facts: { amounts: OrderAmounts; status: string; isCancelled: boolean }): Item {
  const { amounts, status, isCancelled } = facts
  return {
    shipmentId: '1',
    orderStatus: status,
    shippingSubTotal: isCancelled ? 0 : amounts.shipping,
    shipmentTaxRate: amounts.shippingTaxRate,
    shippingMethodName: textIn(row, 'Shipping Method'),
    address: toAddress(row, 'Shipping'),
  }
}

function toAddress(row: CsvRow, kind: 'Billing' | 'Shipping'): Item | null {
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

import { Order } from '@oms/contracts/orders/order'
import { currencyExponent } from '@oms/money/currency'
import { Decimal } from '@oms/money/decimal'
import { type Cells, dateIn, numberIn, type ReadyMadeFormat, textIn } from '../mapping/ready-made.ts'
import { currencyProblem } from '../mapping/transform.ts'
import type { CsvRow } from '../reading/read-csv.ts'

/**
 * The orders of Medusa's admin CSV export. It has a row for each order and no lines: the goods of
 * an order become one line (docs/reference/import-formats.md#medusa-orders). The export of version
 * 1, which has semicolons, has amounts in minor units.
 */
export const medusaOrders = (isVersion1: boolean): ReadyMadeFormat => ({
  model: Order,
  needs: ['Order_ID', 'Display_ID', 'Date', 'Total', 'Currency Code'],
  columns: {
    id: 'Display_ID',
    orderNumber: 'Display_ID',
    status: 'Order status',
    created: 'Date',
    total: 'Total',
    billingCurrency: 'Currency Code',
    customerEmail: 'Customer Email',
  },
  itemOf: (cells) => orderOf(cells, isVersion1),
})

function orderOf(cells: Cells, isVersion1: boolean): Record<string, unknown> | null {
  const [row] = cells.rows as [CsvRow]
  const currency = (textIn(row, 'Currency Code') ?? '').toUpperCase()
  const unknown = currencyProblem(currency)
  if (unknown !== null) cells.problems.push({ line: row.line, column: 'Currency Code', path: 'billingCurrency', reason: unknown })
  const scale = isVersion1 ? new Decimal(10).pow(-currencyExponent(currency)) : new Decimal(1)
  const money = (column: string) =>
    scale
      .times(numberIn(cells, row, { column, path: 'total' }))
      .toDecimalPlaces(currencyExponent(currency))
      .toNumber()
  const amounts = {
    total: money('Total'),
    shipping: money('Shipping Total'),
    tax: money('Tax Total'),
    refunded: money('Refunded Total'),
  }
  if (amounts.total < amounts.shipping)
    cells.problems.push({
      line: row.line,
      column: 'Total',
      path: 'total',
      reason: `is less than Shipping Total ${amounts.shipping}`,
    })
  const number = textIn(row, 'Display_ID')
  const state = stateOf(row)
  const status = cells.word('statuses', state, standardStatuses[state])
  const isCancelled = state === 'canceled'
  return {
    id: number,
    orderNumber: number,
    status,
    created: dateIn(cells, row, { column: 'Date', path: 'created' }),
    billingCurrency: currency,
    ...(isCancelled ? {} : { total: amounts.total }),
    orderOrigin: 'WEB',
    customerId: textIn(row, 'Customer ID'),
    customerEmail: textIn(row, 'Customer Email'),
    customerName:
      [textIn(row, 'Customer First name'), textIn(row, 'Customer Last name')].filter((part) => part !== null).join(' ') || null,
    externalIds: [{ providerName: 'Medusa', id: textIn(row, 'Order_ID') }],
    properties: [{ key: 'MedusaTotal', value: String(amounts.total) }],
    orderForm: {
      lineItems: [lineOf(amounts, { state, isCancelled, number })],
      payments: paymentsOf(cells, row, amounts),
      shipments: [
        {
          shipmentId: '1',
          orderStatus: status,
          address: addressOf(row),
          shippingSubTotal: isCancelled ? 0 : amounts.shipping,
          shipmentTaxRate: rateOf(amounts),
        },
      ],
    },
  }
}

type Amounts = { total: number; shipping: number; tax: number; refunded: number }
const standardStatuses = { canceled: 'Cancelled', delivered: 'Completed', partial: 'PartiallyShipped', open: 'New' } as const
type State = keyof typeof standardStatuses

function stateOf(row: CsvRow): State {
  if (textIn(row, 'Order status')?.toLowerCase() === 'canceled') return 'canceled'
  const state = textIn(row, 'Fulfillment Status')?.toLowerCase() ?? ''
  if (['shipped', 'delivered', 'fulfilled'].includes(state)) return 'delivered'
  return state.startsWith('partially') ? 'partial' : 'open'
}

function lineOf(
  { total, shipping, tax }: Amounts,
  { state, isCancelled, number }: { state: State; isCancelled: boolean; number: string | null },
) {
  return {
    lineItemId: '1',
    code: 'MEDUSA-ORDER',
    displayName: `Goods of order ${number}`,
    updateStock: false,
    quantity: 1,
    placedPrice: new Decimal(total).minus(shipping).toNumber(),
    taxRate: rateOf({ total, shipping, tax }),
    deliveredQuantity: state === 'delivered' ? 1 : 0,
    canceledQuantity: isCancelled ? 1 : 0,
  }
}

function rateOf({ total, tax }: Pick<Amounts, 'total' | 'tax' | 'shipping'>): number {
  const net = new Decimal(total).minus(tax)
  return net.lte(0) ? 0 : Decimal.min(100, new Decimal(tax).times(100).div(net)).toDecimalPlaces(4).toNumber()
}

function paymentsOf(cells: Cells, row: CsvRow, { total, refunded }: Amounts): Record<string, unknown>[] {
  const state = textIn(row, 'Payment Status')?.toLowerCase() ?? ''
  const created = dateIn(cells, row, { column: 'Date', path: 'created' })
  const payment = (transactionType: string, amount: number) =>
    amount <= 0
      ? []
      : [
          {
            transactionType,
            amount,
            created,
            status: 'Processed',
            paymentMethodName: cells.word('paymentMethods', 'Medusa', 'Medusa'),
            transactionId: `medusa-${textIn(row, 'Order_ID')}`,
          },
        ]
  if (['captured', 'refunded', 'partially_refunded'].includes(state))
    return [...payment('Capture', total), ...payment('Credit', refunded)]
  return state === 'authorized' ? payment('Authorization', total) : []
}

function addressOf(row: CsvRow): Record<string, unknown> {
  return {
    line1: textIn(row, 'Shipping Address 1'),
    line2: textIn(row, 'Shipping Address 2'),
    postalCode: textIn(row, 'Shipping Postal Code'),
    city: textIn(row, 'Shipping City'),
    countryCode: textIn(row, 'Shipping Country Code')?.toUpperCase() ?? null,
  }
}

import { currencyExponent } from '@open-oms/money/currency'
import { Decimal } from '@open-oms/money/decimal'
import { currencyProblem } from '../../mapping/transform.ts'
import type { CsvRow } from '../../reading/read-csv.ts'
import type { Item } from '../../reading/read-item.ts'
import { refused } from '../../reading/reasons.ts'
import { addProblem, type Cells, dateIn, numberIn, type ReadyMadeFormat, refundForms, textIn } from '../ready-made.ts'
import { taxRates } from '../tax-rates.ts'

/**
 * The orders of Medusa's admin CSV export. It has a row for each order and no lines: the goods of
 * an order become one line (docs/reference/import-formats.md#medusa-orders). The export of version
 * 1, which has semicolons, has amounts in minor units.
 */
export const medusaOrders = (isVersion1: boolean, storeRates: readonly number[]): ReadyMadeFormat => ({
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
  keys: [],
  once: [],
  toItem: (cells) => toOrder(cells, { isVersion1, storeRates }),
  statedTotals: (cells) => [new Decimal(amountReader({ ...cells, problems: [] }, isVersion1)('Total'))],
})

/** Amounts of a row in the main unit of its currency. */
function amountReader(cells: Cells, isVersion1: boolean): (column: string) => number {
  const exponent = currencyExponent((textIn(cells.head, 'Currency Code') ?? '').toUpperCase())
  const scale = isVersion1 ? new Decimal(10).pow(-exponent) : new Decimal(1)
  return (column) =>
    scale
      .times(numberIn(cells, cells.head, { column, path: 'total' }))
      .toDecimalPlaces(exponent)
      .toNumber()
}

type Facts = { isVersion1: boolean; storeRates: readonly number[] }

function toOrder(cells: Cells, { isVersion1, storeRates }: Facts): Item | null {
  const row = cells.head
  const currency = (textIn(row, 'Currency Code') ?? '').toUpperCase()
  const unknown = currencyProblem(currency)
  if (unknown !== null) addProblem(cells, { row, column: 'Currency Code', path: 'billingCurrency' }, unknown)
  const money = amountReader(cells, isVersion1)
  const amounts: Amounts = {
    total: money('Total'),
    shipping: money('Shipping Total'),
    tax: money('Tax Total'),
    refunded: money('Refunded Total'),
  }
  if (amounts.total < amounts.shipping) {
    const detail = `it is less than Shipping Total ${amounts.shipping}`
    addProblem(cells, { row, column: 'Total', path: 'total' }, refused('amounts', { detail }))
  }
  if (cells.problems.length > 0) return null
  const rates = findTaxRates(amounts, storeRates, currencyExponent(currency))
  if ('reason' in rates) {
    addProblem(cells, { row, column: 'Tax Total', path: 'taxTotal' }, rates)
    return null
  }
  const [goodsRate = 0, shippingRate = 0] = rates
  const number = textIn(row, 'Display_ID')
  const state = fulfillmentState(row)
  const status = cells.word('statuses', state, standardStatuses[state])
  const isCancelled = state === 'canceled'
  const payments = toPayments(cells, row, amounts)
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
      lineItems: [toGoodsLine(amounts, { state, isCancelled, number, goodsRate })],
      payments,
      shipments: [
        {
          shipmentId: '1',
          orderStatus: status,
          address: toAddress(row),
          shippingSubTotal: isCancelled ? 0 : amounts.shipping,
          shipmentTaxRate: shippingRate,
        },
      ],
    },
    returnOrderForms: isCancelled ? [] : refundForms(payments, cells.word('statuses', 'refunded', 'Completed')),
  }
}

type Amounts = { total: number; shipping: number; tax: number; refunded: number }
const standardStatuses = { canceled: 'Cancelled', delivered: 'Completed', partial: 'PartiallyShipped', open: 'New' } as const
type State = keyof typeof standardStatuses

function fulfillmentState(row: CsvRow): State {
  if (textIn(row, 'Order status')?.toLowerCase() === 'canceled') return 'canceled'
  const state = textIn(row, 'Fulfillment Status')?.toLowerCase() ?? ''
  if (['shipped', 'delivered', 'fulfilled'].includes(state)) return 'delivered'
  return state.startsWith('partially') ? 'partial' : 'open'
}

type LineFacts = { state: State; isCancelled: boolean; number: string | null; goodsRate: number }

function toGoodsLine({ total, shipping }: Amounts, { state, isCancelled, number, goodsRate }: LineFacts): Item {
  return {
    lineItemId: '1',
    code: 'MEDUSA-ORDER',
    displayName: `Goods of order ${number}`,
    updateStock: false,
    quantity: 1,
    placedPrice: new Decimal(total).minus(shipping).toNumber(),
    taxRate: goodsRate,
    deliveredQuantity: state === 'delivered' ? 1 : 0,
    canceledQuantity: isCancelled ? 1 : 0,
  }
}

/** The rates of the goods and of the shipping: one of the store's accounts gives the tax. */
function findTaxRates({ total, shipping, tax }: Amounts, storeRates: readonly number[], exponent: number) {
  const parts = [
    { amount: new Decimal(total).minus(shipping), taxable: 'all' as const },
    { amount: new Decimal(shipping), taxable: shipping === 0 ? ('none' as const) : ('maybe' as const) },
  ]
  const taxes = tax === 0 ? [] : [{ name: '', value: new Decimal(tax), rates: storeRates.filter((rate) => rate > 0) }]
  return taxRates({ parts, taxes, includesTax: true, exponent })
}

function toPayments(cells: Cells, row: CsvRow, { total, refunded }: Amounts): Item[] {
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

function toAddress(row: CsvRow): Item {
  return {
    line1: textIn(row, 'Shipping Address 1'),
    line2: textIn(row, 'Shipping Address 2'),
    postalCode: textIn(row, 'Shipping Postal Code'),
    city: textIn(row, 'Shipping City'),
    countryCode: textIn(row, 'Shipping Country Code')?.toUpperCase() ?? null,
  }
}

import type { Item } from '@open-oms/import/reading/read-item'
import { currencyExponent } from '@open-oms/money/currency'
import { Decimal } from '@open-oms/money/decimal'
import type { ComparedItem, Difference, Sum } from './resource.ts'

type Payment = { transactionType?: string; status?: string; amount?: number }
type Form = { lineItems?: unknown[]; payments?: Payment[]; capturedPaymentTotal?: number; creditPaymentTotal?: number }

const counting = new Set(['Processed', 'Paid', 'Approved'])
const capturing = new Set(['Capture', 'Sale', 'Invoiced'])
const statedProperties = ['orderNumber', 'status', 'storeId', 'orderType', 'created'] as const

/**
 * What a file and the system say of an order: number, status, store, type, date, number of lines,
 * total (where the file states one), captured and credited money. `stored` is null when the system
 * does not have it.
 */
export function compareOrder({ key, item, rows }: ComparedItem, stored: Item | null): { differences: Difference[]; sums: Sum[] } {
  const currency = (item.billingCurrency ?? stored?.billingCurrency ?? null) as string | null
  const unit = currency?.toUpperCase() ?? 'market currency'
  const [file, system] = [amountsOfFile({ item, rows }, unit), amountsOfSystem(stored)]
  const measures = (['total', 'captured', 'credited'] as const).filter((measure) => file[measure] !== null)
  const sums = measures.map((measure): Sum => ({ measure, unit, file: file[measure] as Decimal, system: system[measure] }))
  if (stored === null) return { differences: [{ key, property: 'order', file: 'there', system: 'missing' }], sums }
  const different = sums
    .filter((sum) => !sum.file.equals(sum.system))
    .map((sum) => ({ key, property: sum.measure, file: sum.file.toNumber(), system: sum.system.toNumber() }))
  const stated = statedProperties
    .filter((property) => item[property] !== undefined && item[property] !== null && !isSame(item[property], stored[property]))
    .map((property) => ({ key, property, file: item[property], system: stored[property] }))
  const lines = [countLineItems(item), countLineItems(stored)] as const
  const counted = lines[0] === lines[1] ? [] : [{ key, property: 'lines', file: lines[0], system: lines[1] }]
  return { differences: [...different, ...stated, ...counted], sums }
}

/** A total is what the rows of the file state, and not what was made of them. */
function amountsOfFile(
  { item, rows }: Pick<ComparedItem, 'item' | 'rows'>,
  currency: string,
): Record<'total' | 'captured' | 'credited', Decimal | null> {
  const exponent = currencyExponent(currency)
  const payments = ((item.orderForm as Form | undefined)?.payments ?? []).filter(({ status }) => counting.has(status ?? ''))
  const sumPayments = (isWanted: (type: string) => boolean) =>
    payments
      .filter(({ transactionType }) => isWanted(transactionType ?? ''))
      .reduce<Decimal>((sum, { amount = 0 }) => sum.plus(new Decimal(amount).toDecimalPlaces(exponent)), new Decimal(0))
  return {
    total: typeof item.total === 'number' && rows.totals.length > 0 ? Decimal.sum(...rows.totals) : null,
    captured: sumPayments((type) => capturing.has(type)),
    credited: sumPayments((type) => type === 'Credit'),
  }
}

function amountsOfSystem(stored: Item | null): Record<'total' | 'captured' | 'credited', Decimal> {
  const form = (stored?.orderForm ?? {}) as Form
  return {
    total: new Decimal((stored?.total as number | undefined) ?? 0),
    captured: new Decimal(form.capturedPaymentTotal ?? 0),
    credited: new Decimal(form.creditPaymentTotal ?? 0),
  }
}

function countLineItems(order: Item): number {
  return (order.orderForm as Form | undefined)?.lineItems?.length ?? 0
}

/** Words of the configuration match in any letter case. */
function isSame(file: unknown, system: unknown): boolean {
  if (typeof file === 'string' && typeof system === 'string') return file.toLowerCase() === system.toLowerCase()
  return file === system
}

import type { CashManagement, CloseZReport, ZReportFigures } from '@open-oms/contracts/orders/z-reports/z-report'
import { zReportParts } from '@open-oms/contracts/orders/z-reports/z-report-parts'
import { Decimal, toNumber } from '@open-oms/money/decimal'
import type { Omission } from './z-report-share.ts'

/** A figure that was sent, with an amount or a count. */
type RequestedFigure = { amount?: number; vatAmount?: number; count?: number }
type Row = RequestedFigure & { key: string }

/** Maximum number of named differences: all methods and rates of a long list may differ. */
const WARNINGS_MAX = 100

/**
 * Compares the figures of a till with the sums of its orders (z-reports.md#given-figures): a
 * sentence for each amount or count that differs, with its path in the request. Absent figures are
 * not compared, nor is the drawer, which orders do not have.
 */
export function figureWarnings(request: CloseZReport, summed: ZReportFigures): string[] {
  const warnings = [
    ...(['sales', 'returns'] as const).flatMap((name) => differences(name, request[name], summed[name])),
    ...(['payments', 'paymentRefunds'] as const).flatMap((list) =>
      rowDifferences(
        list,
        request[list]?.map(({ name, ...row }) => ({ ...row, key: name ?? '' })),
        summed[list].map(({ name, ...row }) => ({ ...row, key: name })),
      ),
    ),
    ...(['vatGroups', 'vatGroupRefunds'] as const).flatMap((list) =>
      rowDifferences(
        list,
        request[list]?.map(({ vatValue, ...row }) => ({ ...row, key: String(vatValue) })),
        summed[list].map(({ vatValue, ...row }) => ({ ...row, key: String(vatValue) })),
      ),
    ),
    ...zReportParts.flatMap((part) =>
      rowDifferences(
        part,
        request[part]?.map(({ vatValue, ...row }) => ({ ...row, key: String(vatValue) })),
        (summed[part] ?? []).map(({ vatValue, ...row }) => ({ ...row, key: String(vatValue) })),
      ),
    ),
    ...rowDifferences(
      'receivables',
      request.receivables?.map(({ orderId, amount = 0 }) => ({ amount, key: orderId ?? '' })),
      (summed.receivables ?? []).map(({ orderId, amount }) => ({ amount, key: orderId })),
    ),
    ...(['tips', 'giftCardsSold', 'giftCardsUsed', 'roundOff', 'deposits'] as const).flatMap((name) =>
      difference(name, request[name], summed[name] ?? 0),
    ),
  ]
  if (warnings.length <= WARNINGS_MAX) return warnings
  return [...warnings.slice(0, WARNINGS_MAX), `${warnings.length - WARNINGS_MAX} more figures differ from the orders`]
}

/** So many orders are named; the others are counted. */
const NAMED_MAX = 5

/** Sentences about the sales that a report leaves out (z-reports.md#sales-that-are-left-out). */
export function omissionWarnings(omissions: readonly Omission[]): string[] {
  const groups = Map.groupBy(omissions, ({ currency }) => currency)
  return [...groups].map(([currency, omitted]) => {
    const named = omitted.slice(0, NAMED_MAX).map(({ orderId }) => orderId)
    const others = omitted.length - named.length
    const names = [...named, ...(others === 0 ? [] : [`${others} more`])].join(', ')
    return currency === null
      ? `completed orders of the store are in no report, as they name no register: ${names}`
      : `completed orders of these registers are not counted, as they are in ${currency}: ${names}`
  })
}

/** The warning about the drawer of a report that counts no order and no payment. */
export function drawerWarnings(drawer: CashManagement): string[] {
  const isMoved = Object.values(drawer).some((amount) => amount !== 0)
  return isMoved ? ['cashManagement is given, but nothing was sold or refunded since the last report of these registers'] : []
}

function difference(path: string, given: number | undefined, summed: number): string[] {
  return given === undefined || given === summed ? [] : [`${path} is ${given}, the orders sum to ${summed}`]
}

function differences(
  path: string,
  given: RequestedFigure | undefined,
  { amount = 0, vatAmount = 0, count = 0 }: RequestedFigure,
): string[] {
  if (given === undefined) return []
  return [
    ...difference(`${path}.amount`, given.amount, amount),
    ...difference(`${path}.vatAmount`, given.vatAmount, vatAmount),
    ...difference(`${path}.count`, given.count, count),
  ]
}

function rowDifferences(list: string, given: readonly Row[] | undefined, summed: readonly Row[]): string[] {
  if (given === undefined) return []
  const [ofTill, ofOrders] = [byKey(given), byKey(summed)]
  const keys = [...new Set([...ofTill.keys(), ...ofOrders.keys()])]
  return keys.flatMap((key) => {
    return differences(`${list}[${key}]`, ofTill.get(key) ?? { amount: 0, count: 0 }, ofOrders.get(key) ?? {})
  })
}

/** Rows of one method or rate merged; VAT and count are known when every row has them. */
function byKey(rows: readonly Row[]): Map<string, RequestedFigure> {
  const groups = Map.groupBy(rows, ({ key }) => key)
  return new Map([...groups].map(([key, ofKey]) => [key, merged(ofKey)] as const))
}

function merged(rows: readonly Row[]): RequestedFigure {
  const sumRows = (name: 'vatAmount' | 'count') => {
    const values = rows.flatMap((row) => row[name] ?? [])
    return values.length === rows.length ? { [name]: sumValues(values) } : {}
  }
  return { amount: sumValues(rows.map(({ amount = 0 }) => amount)), ...sumRows('vatAmount'), ...sumRows('count') }
}

function sumValues(values: readonly number[]): number {
  return toNumber(values.reduce((total, value) => total.plus(value), new Decimal(0)))
}

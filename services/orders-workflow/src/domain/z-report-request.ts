import type { Market } from '@oms/contracts/config/markets'
import type { Store } from '@oms/contracts/config/stores'
import { DomainError, invalid } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import {
  type CashManagement,
  type CloseZReport,
  requiredZReportFigures,
  type ZReportFigures,
} from '@oms/contracts/orders/z-report'
import { isCurrency } from '@oms/money/currency'
import { Decimal, toNumber } from '@oms/money/decimal'

/** A close as it is asked for, with what the configuration adds. Two of them are the same report when they are equal as JSON. */
export type AskedReport = {
  storeId: string
  /** Each once, sorted. */
  registerIds: string[]
  currencyCode: string
  /** Null: now. */
  dateClosed: string | null
  /** Null: to be summed from the orders. */
  figures: ZReportFigures | null
}

type Config = { stores: readonly Pick<Store, 'id' | 'marketId'>[]; markets: readonly Pick<Market, 'id' | 'currency'>[] }

/** Reads a request (4-decisions P.1). Errors: ValidationFailed for an unknown store or currency and for figures of which some are missing. */
export function askedReport(request: CloseZReport, config: Config): AskedReport {
  const store = config.stores.find(({ id }) => id === request.storeId)
  if (store === undefined) throw invalid('storeId', 'names no store')
  if (request.registerIds.length === 0) throw invalid('registerIds', 'is empty')
  const market = config.markets.find(({ id }) => id === store.marketId)
  const currencyCode = (request.currencyCode || market?.currency || '').toUpperCase()
  if (!isCurrency(currencyCode)) throw invalid('currencyCode', 'is no currency of ISO 4217')
  return {
    storeId: store.id,
    registerIds: [...new Set(request.registerIds)].sort(),
    currencyCode,
    dateClosed: request.dateClosed ?? null,
    figures: askedFigures(request),
  }
}

function askedFigures(request: CloseZReport): ZReportFigures | null {
  const missing = requiredZReportFigures.filter((name) => request[name] === undefined)
  if (missing.length === requiredZReportFigures.length && request.deposits === undefined) return null
  if (missing.length > 0) {
    const errors = Object.fromEntries(missing.map((name) => [name, ['is missing: the figures are all given or all absent']]))
    throw new DomainError('ValidationFailed', `Some figures are given, others are missing: ${missing.join(', ')}.`, { errors })
  }
  const sums = (name: 'sales' | 'returns') => ({ amount: request[name]?.amount ?? 0, count: request[name]?.count ?? 0 })
  return {
    sales: sums('sales'),
    returns: sums('returns'),
    payments: named(request, 'payments'),
    paymentRefunds: named(request, 'paymentRefunds'),
    vatGroups: rated(request, 'vatGroups'),
    vatGroupRefunds: rated(request, 'vatGroupRefunds'),
    cashManagement: drawer(request.cashManagement ?? {}),
    tips: request.tips ?? 0,
    giftCardsSold: request.giftCardsSold ?? 0,
    giftCardsUsed: request.giftCardsUsed ?? 0,
    roundOff: request.roundOff ?? 0,
    // 0 is the same request as none, and as one of before the figure was known.
    ...(request.deposits ? { deposits: request.deposits } : {}),
  }
}

function named(request: CloseZReport, list: 'payments' | 'paymentRefunds') {
  return (request[list] ?? []).map(({ name, amount = 0, count = 0 }, index) => {
    if (name === undefined) throw invalid(`${list}[${index}].name`, 'is missing')
    return { name, amount, count }
  })
}

function rated(request: CloseZReport, list: 'vatGroups' | 'vatGroupRefunds') {
  return (request[list] ?? []).map(({ vatValue, amount = 0, count = 0 }, index) => {
    if (vatValue === undefined) throw invalid(`${list}[${index}].vatValue`, 'is missing')
    return { vatValue, amount, count }
  })
}

function drawer(given: Partial<CashManagement>): CashManagement {
  const { cashIn = 0, cashOut = 0, cashCounted = 0, cashExpected = 0, cashBank = 0, cashFloat = 0 } = given
  const cashDiff = toNumber(new Decimal(cashCounted).minus(cashExpected))
  if (given.cashDiff !== undefined && given.cashDiff !== cashDiff)
    throw invalid('cashManagement.cashDiff', `is not cashCounted less cashExpected, which is ${cashDiff}`)
  return { cashIn, cashOut, cashCounted, cashExpected, cashDiff, cashBank, cashFloat }
}

const REGISTER_PROPERTY = 'RegisterId'

/** What a completed Pos order is, also after something of it came back. */
const REPORTED_STATUSES: readonly unknown[] = ['Completed', 'PartiallyReturned', 'Returned']

/** Whether an order may be taken in. One that was completed and then cancelled or opened again waits until it is completed once more. */
export function isReportable({ status }: Pick<Order, 'status'>): boolean {
  return REPORTED_STATUSES.includes(status)
}

/** Whether an order is one of the registers and of the currency of a report. `currency` is the order's. */
export function belongsTo(asked: AskedReport, order: Pick<Order, 'properties'>, currency: string): boolean {
  const register = order.properties.find(({ key }) => key === REGISTER_PROPERTY)?.value
  return typeof register === 'string' && asked.registerIds.includes(register) && currency === asked.currencyCode
}

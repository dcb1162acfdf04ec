import type { Market } from '@open-oms/contracts/config/markets'
import type { Store } from '@open-oms/contracts/config/stores'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import {
  type CashManagement,
  type CloseZReport,
  type ZReportFigures,
  zReportSalesFigures,
} from '@open-oms/contracts/orders/z-reports/z-report'
import { type ZReportPartName, type ZReportReceivable, zReportParts } from '@open-oms/contracts/orders/z-reports/z-report-parts'
import { isCurrency } from '@open-oms/money/currency'
import { Decimal, toNumber } from '@open-oms/money/decimal'

/**
 * A requested close, with values from the configuration. Two of them are the same report when they
 * are equal as JSON.
 */
export type RequestedReport = {
  storeId: string
  /** Unique and sorted. */
  registerIds: string[]
  currencyCode: string
  /** Null: now. */
  dateClosed: string | null
  /** Null: to be summed from the orders. */
  figures: ZReportFigures | null
  /** The till's own counts beside summed figures; absent when there are none. */
  counted?: CountedFigures
}

/** Figures that only a till knows. */
export type CountedFigures = Partial<Pick<ZReportFigures, 'cashManagement' | 'tips' | 'roundOff'>>

type Config = { stores: readonly Pick<Store, 'id' | 'marketId'>[]; markets: readonly Pick<Market, 'id' | 'currency'>[] }

/**
 * Reads a request (z-reports.md#register-close). Raises `ValidationFailed` for an unknown store or
 * currency and for incomplete figures.
 */
export function requestedReport(request: CloseZReport, config: Config): RequestedReport {
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
    ...requestedFigures(request),
  }
}

/**
 * Whether the request has figures or a time of the till, by which a repetition is recognised. One
 * that only names registers books what is counted now, and each payment counts once.
 */
export function hasOwnContent({ figures, counted, dateClosed }: RequestedReport): boolean {
  return figures !== null || counted !== undefined || dateClosed !== null
}

/** Figures that are ignored beside summed ones: they follow from the orders. */
const onlyWithSales = ['giftCardsSold', 'giftCardsUsed', 'deposits', 'receivables', ...zReportParts] as const

function requestedFigures(request: CloseZReport): Pick<RequestedReport, 'figures' | 'counted'> {
  const missing = zReportSalesFigures.filter((name) => request[name] === undefined)
  if (missing.length === 0) return { figures: sentFigures(request) }
  if (missing.length === zReportSalesFigures.length && onlyWithSales.every((name) => request[name] === undefined))
    return { figures: null, ...countedFigures(request) }
  const errors = Object.fromEntries(
    missing.map((name) => [name, ['is missing: the figures of sales are all given or all absent']]),
  )
  throw new DomainError('ValidationFailed', `Some figures are given, others are missing: ${missing.join(', ')}.`, { errors })
}

function countedFigures({ cashManagement, tips, roundOff }: CloseZReport): Pick<RequestedReport, 'counted'> {
  if (cashManagement === undefined && tips === undefined && roundOff === undefined) return {}
  const counted = {
    ...(cashManagement === undefined ? {} : { cashManagement: drawer(cashManagement) }),
    ...(tips === undefined ? {} : { tips }),
    ...(roundOff === undefined ? {} : { roundOff }),
  }
  return { counted }
}

function sentFigures(request: CloseZReport): ZReportFigures {
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
    // 0 equals an absent figure, also in requests stored before the figure existed.
    ...(request.deposits ? { deposits: request.deposits } : {}),
    ...requestedParts(request),
    ...(request.receivables?.length ? { receivables: toReceivables(request.receivables) } : {}),
  }
}

function requestedParts(request: CloseZReport): Pick<ZReportFigures, ZReportPartName> {
  const given = zReportParts.filter((name) => request[name]?.length)
  return Object.fromEntries(given.map((name) => [name, rated(request, name).map(({ count: _, ...part }) => part)]))
}

function toReceivables(rows: NonNullable<CloseZReport['receivables']>): ZReportReceivable[] {
  return rows.map(({ name, amount = 0, orderId, ...known }, index) => {
    if (name === undefined) throw invalid(`receivables[${index}].name`, 'is missing')
    if (orderId === undefined) throw invalid(`receivables[${index}].orderId`, 'is missing')
    const { orderNumber = null, customerNumber = null, invoiceNumber = null } = known
    const { creditNoteNumber = null, kidNumber = null, paymentTermsNet = null } = known
    const invoice = { invoiceNumber, creditNoteNumber, kidNumber, paymentTermsNet }
    return { name, amount, orderId, orderNumber, customerNumber, ...invoice }
  })
}

function named(request: CloseZReport, list: 'payments' | 'paymentRefunds') {
  return (request[list] ?? []).map(({ name, amount = 0, count = 0, behaviour }, index) => {
    if (name === undefined) throw invalid(`${list}[${index}].name`, 'is missing')
    return { name, amount, count, ...(behaviour === undefined ? {} : { behaviour }) }
  })
}

function rated(request: CloseZReport, list: 'vatGroups' | 'vatGroupRefunds' | ZReportPartName) {
  const rows: readonly { vatValue?: number; amount?: number; vatAmount?: number; count?: number }[] = request[list] ?? []
  return rows.map(({ vatValue, amount = 0, vatAmount, count = 0 }, index) => {
    if (vatValue === undefined) throw invalid(`${list}[${index}].vatValue`, 'is missing')
    return { vatValue, amount, ...(vatAmount === undefined ? {} : { vatAmount }), count }
  })
}

/**
 * `cashDiff` follows from the counted and expected cash. Where one of these is absent, it is the
 * sent value.
 */
function drawer(given: Partial<CashManagement>): CashManagement {
  const { cashIn = 0, cashOut = 0, cashCounted, cashExpected, cashBank = 0, cashFloat = 0 } = given
  const isCompared = cashCounted !== undefined && cashExpected !== undefined
  const difference = isCompared ? toNumber(new Decimal(cashCounted).minus(cashExpected)) : (given.cashDiff ?? 0)
  if (given.cashDiff !== undefined && given.cashDiff !== difference)
    throw invalid('cashManagement.cashDiff', `is not cashCounted less cashExpected, which is ${difference}`)
  return {
    cashIn,
    cashOut,
    cashCounted: cashCounted ?? 0,
    cashExpected: cashExpected ?? 0,
    cashDiff: difference,
    cashBank,
    cashFloat,
  }
}

/**
 * The registers whose waiting orders a report includes; `before` is the request that a revision
 * replaces. A revision with sent figures includes none, and one with a counted drawer only those of
 * added registers: later sales were not in the drawer.
 */
export function registersToTake(requested: RequestedReport, before: RequestedReport | null): readonly string[] {
  if (before === null) return requested.registerIds
  if (requested.figures !== null) return []
  if (requested.counted === undefined || requested.currencyCode !== before.currencyCode) return requested.registerIds
  return requested.registerIds.filter((id) => !before.registerIds.includes(id))
}

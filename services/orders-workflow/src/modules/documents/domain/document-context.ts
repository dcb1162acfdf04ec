import type { Market } from '@open-oms/contracts/config/markets'
import type { Store } from '@open-oms/contracts/config/stores'
import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import { DomainError, invariant } from '@open-oms/contracts/errors'
import { languageForTag } from '@open-oms/contracts/language'
import type { DocumentTemplate } from '@open-oms/contracts/orders/document-template'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { orderCurrency, orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import { calculationTerms } from '../../../order/rules/context/totals-context.ts'
import type { DocumentScope } from './document-amounts.ts'
import type { DocumentLayout } from './document-blocks.ts'
import { type DocumentFormat, documentFormat } from './document-format.ts'
import { type DocumentWords, documentWords } from './document-words.ts'

export type DocumentConfig = Pick<TenantConfig, 'markets' | 'stores' | 'orderTypes' | 'settings' | 'templates'>

/** A template of an order, or the one that is made for many shipments together. */
export type PrintedTemplate = DocumentTemplate | 'packing-slip'

export type DocumentRequest = {
  order: Order
  template: PrintedTemplate
  /** Limits the document to a shipment. */
  shipmentId: string | null
  /** The market whose language and country hold; the order's when absent. */
  marketId?: string
  config: DocumentConfig
  now: Date
  layout: DocumentLayout
}

type ContextRequest = Omit<DocumentRequest, 'now' | 'layout'> & { layout?: Pick<DocumentLayout, 'labels'> }

/** The input of every part of a document. */
export type DocumentContext = DocumentScope & {
  template: PrintedTemplate
  config: DocumentConfig
  market: Market
  /** Null for a store that was removed from the configuration. */
  store: Store | null
  currency: string
  words: DocumentWords
  format: DocumentFormat
  /** Of the store: decides what day it is. */
  timeZone: string
}

/** Raises `NotFound` for a shipment that the order does not have. */
export function documentContext({ order, template, shipmentId, marketId, config, layout }: ContextRequest): DocumentContext {
  const wanted = marketId ?? order.marketId
  const market = config.markets.find(({ id }) => id === wanted) ?? config.markets.find(({ isDefault }) => isDefault)
  invariant(market !== undefined, 'the configuration has a default market')
  const store = config.stores.find(({ id }) => id === order.storeId) ?? null
  const currency = orderCurrency(order, config)
  const terms = calculationTerms(order, orderTotalsContext(order, config, null))
  const timeZone = store?.timeZone ?? config.settings.accounting.timeZone
  return {
    order,
    shipment: shipmentId === null ? null : findShipment(order, shipmentId),
    terms,
    template,
    config,
    market,
    store,
    currency,
    words: { ...documentWords(languageForTag(market.language)), ...layout?.labels },
    format: documentFormat({ market, currency, exponent: terms.exponent, timeZone }),
    timeZone,
  }
}

function findShipment(order: Order, shipmentId: string): Shipment {
  const shipment = order.orderForm.shipments.find((candidate) => candidate.shipmentId === shipmentId)
  if (shipment === undefined) throw new DomainError('NotFound', `The order has no shipment "${shipmentId}".`)
  return shipment
}

const unpriced: ReadonlySet<PrintedTemplate> = new Set(['delivery-note', 'pick-list', 'packing-slip'])

/** Templates for packing and delivery show no prices. */
export function showsPrices({ template }: Pick<DocumentContext, 'template'>): boolean {
  return !unpriced.has(template)
}

/** The display name of the order. */
export function orderName({ orderNumber, id }: Pick<Order, 'orderNumber' | 'id'>): string {
  return orderNumber || id
}

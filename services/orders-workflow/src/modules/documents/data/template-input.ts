import type { Market } from '@open-oms/contracts/config/markets'
import { languageForTag } from '@open-oms/contracts/language'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { TemplateData } from '@open-oms/contracts/templates/template-data'
import { type Minor, minus, toAmount, toMinor } from '@open-oms/money/minor'
import { lineTaxRate } from '../../../order/rules/lines/line-kinds.ts'
import { inPackageOrder, isInPackage } from '../../../order/rules/packages/package-lines.ts'
import { activeQuantity } from '../../../order/rules/totals/line-totals.ts'
import type { TemplateFormat, TemplateInput } from '../../notifications/templates/template-filters.ts'
import { languageChain } from '../../notifications/templates/template-path.ts'
import { activeLines, documentTotals, lineAmount, vatRows } from '../domain/document-amounts.ts'
import { type DocumentConfig, type DocumentContext, documentContext, orderName } from '../domain/document-context.ts'
import { documentLocale } from '../domain/document-format.ts'
import { lineName, packageName } from '../domain/document-goods.ts'
import { documentIssuer } from '../domain/document-model.ts'
import { addressLines, pickUpPointLines } from '../domain/document-parties.ts'
import { documentBalance, paymentDay, paymentsInScope, signedAmount } from '../domain/document-payments.ts'
import { printable, printableLines } from '../domain/document-text.ts'

/** What only some messages have (templates.md#variables). */
export type MessageFacts = Partial<
  Pick<TemplateData, 'tracking' | 'pickupDeadline' | 'paymentLink' | 'cancelledLines' | 'comment' | 'logo' | 'words'>
>

export type TemplateInputRequest = {
  name: string
  order: Order
  shipmentId?: string | null
  /** The market whose language holds; by default the order's. */
  marketId?: string | null
  config: DocumentConfig
  facts?: MessageFacts
}

/**
 * What the templates of a message or document of an order are rendered with
 * (templates.md#variables). Every text is printable: on one line, without control characters.
 * Raises `NotFound` for a shipment that the order does not have.
 */
export function templateInput({
  name,
  order,
  shipmentId = null,
  marketId,
  config,
  facts = {},
}: TemplateInputRequest): TemplateInput {
  const request = { order, template: 'order-confirmation', shipmentId, config, now: new Date(0) } as const
  const context = documentContext({ ...request, ...(marketId == null ? {} : { marketId }) })
  const { market, store, words } = context
  const { issuer, footer } = documentIssuer(context)
  const { words: ownWords, ...own } = facts
  const data: TemplateData = {
    name,
    language: languageForTag(market.language),
    locale: documentLocale(market),
    order: orderData(context),
    customer: customerData(context),
    store: { id: order.storeId ?? '', name: printable(store?.name ?? order.storeId) },
    market: { id: market.id, name: market.name, country: market.country },
    company: { name: issuer.name, lines: [...issuer.lines], footer },
    logo: null,
    tracking: [],
    pickupDeadline: null,
    paymentLink: null,
    cancelledLines: [],
    comment: null,
    ...own,
    words: {
      greeting: '',
      subject: '',
      text: '',
      tracking: '',
      pickupDeadline: '',
      paymentLink: '',
      paymentUntil: '',
      ...words,
      ...ownWords,
    },
  }
  return { data, format: templateFormat(context), languages: marketLanguages(market) }
}

/**
 * The market's own language first, which may have no built-in texts, then that of the built-in
 * texts.
 */
function marketLanguages(market: Pick<Market, 'language' | 'country'>): string[] {
  const { language, country } = market
  const own = language.includes('-') ? language : `${language}-${country}`
  return [...new Set([...languageChain(own), ...languageChain(documentLocale(market))])]
}

function orNull(text: string | null | undefined, lengthMax?: number): string | null {
  return printable(text, lengthMax) || null
}

function customerData({ order, market }: DocumentContext): TemplateData['customer'] {
  const { customerName, customerNumber, customerEmail, customerPhone, billingAddress } = order
  return {
    name: orNull(customerName),
    number: orNull(customerNumber),
    email: orNull(customerEmail),
    phone: orNull(customerPhone),
    billingAddress: billingAddress === null ? [] : addressLines(billingAddress, market),
  }
}

function orderData(context: DocumentContext): TemplateData['order'] {
  const { order, shipment, currency, terms } = context
  const amount = (minor: Minor) => toAmount(minor, terms.exponent)
  const totals = documentTotals(context)
  const shipments = shipment === null ? order.orderForm.shipments : [shipment]
  return {
    id: order.id,
    number: printable(orderName(order), 60),
    type: orNull(order.orderType),
    status: orNull(order.status),
    created: order.created,
    completed: order.completed,
    requestedDelivery: order.requestedDeliveryDate,
    pickupDeadline: order.customerPickupDeadline,
    currency,
    customerReference: orNull(order.customerReference),
    lines: inPackageOrder(activeLines(context)).map((line) => lineData(line, context)),
    shipments: shipments.map((one) => shipmentData(one, context)),
    payments: paymentData(context),
    vat: vatRows(context).map(({ rate, net, vat, gross }) => ({
      rate,
      net: amount(net),
      vat: amount(vat),
      gross: amount(gross),
    })),
    goods: amount(totals.goods),
    discount: amount(totals.orderDiscount),
    shipping: amount(minus(totals.shipping, totals.shippingDiscount)),
    handling: amount(totals.handling),
    rounding: amount(totals.rounding),
    total: amount(totals.total),
    tax: amount(totals.tax),
    returned: amount(totals.returned),
    paid: amount(documentBalance(context).paid),
    remaining: amount(toMinor(order.remainingPayment, terms.exponent)),
    properties: printableProperties(order.properties),
  }
}

function lineData(line: OrderLine, { order, terms }: DocumentContext): TemplateData['order']['lines'][number] {
  const { amount, discount } = lineAmount(line, terms)
  return {
    code: printable(line.code, 60),
    name: lineName(line),
    size: orNull(line.size),
    color: orNull(line.color),
    unit: orNull(line.unit, 10),
    quantity: activeQuantity(line),
    deliveredQuantity: line.deliveredQuantity,
    price: line.placedPrice,
    discount: toAmount(discount, terms.exponent),
    amount: toAmount(amount, terms.exponent),
    taxRate: lineTaxRate(line, terms.taxRate) ?? 0,
    isComponent: isInPackage(line) && Boolean(line.packageLineItemId),
    packageName: packageName(line, order.orderForm.lineItems),
    properties: printableProperties(line.properties),
  }
}

function shipmentData(shipment: Shipment, { market }: DocumentContext): TemplateData['order']['shipments'][number] {
  const point = pickUpPointLines(shipment)
  const link = shipment.shipmentTrackingLink
  return {
    id: printable(shipment.shipmentId, 60),
    method: orNull(shipment.shippingMethodName),
    trackingNumber: orNull(shipment.shipmentTrackingNumber),
    // A carrier writes it: an address such as javascript:… must not become a link.
    trackingLink: link !== null && /^https?:\/\/[^\s"'<>]+$/i.test(link) ? link : null,
    address: point.length > 0 || shipment.address === null ? point : addressLines(shipment.address, market),
  }
}

function paymentData(context: DocumentContext): TemplateData['order']['payments'] {
  const { words, terms } = context
  return paymentsInScope(context).map((payment) => ({
    method: orNull(payment.paymentMethodName, 40),
    type: payment.transactionType,
    label: payment.transactionType === null ? '' : words[payment.transactionType],
    date: paymentDay(payment),
    amount: toAmount(signedAmount(payment, terms.exponent), terms.exponent),
  }))
}

function printableProperties(properties: readonly { key: string | null; value: string | null }[]) {
  return properties.map(({ key, value }) => ({ key: printable(key), value: printableLines([value], 1_000)[0] ?? '' }))
}

/** Writes amounts, numbers and dates as documents of the order do. */
function templateFormat({ format, terms }: DocumentContext): TemplateFormat {
  const minor = (amount: number) => toMinor(amount, terms.exponent)
  return { ...format, money: (amount) => format.money(minor(amount)), amount: (amount) => format.amount(minor(amount)) }
}

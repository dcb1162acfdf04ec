import type { Market } from '@open-oms/contracts/config/markets'
import type { OrderAddress } from '@open-oms/contracts/orders/address'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { DocumentModel } from './document-blocks.ts'
import type { DocumentContext } from './document-context.ts'
import { printable, printableLines } from './document-text.ts'

type Party = DocumentModel['parties'][number]

const ADDRESS_LINE_MAX = 80

/** The recipient of the document and the delivery addresses. Unknown parties are left out. */
export function documentParties(context: DocumentContext): Party[] {
  const parties = context.template === 'pick-list' ? [] : [customer(context)]
  return [...parties, ...destinations(context), contact(context)].filter(({ lines }) => lines.length > 0)
}

function customer({ order, template, words, market }: DocumentContext): Party {
  const { billingAddress, customerName } = order
  const address = billingAddress === null ? [] : addressLines(billingAddress, market)
  const lines = printableLines([customerName], ADDRESS_LINE_MAX)
  const number = printableLines([billingAddress?.organizationalNumber], ADDRESS_LINE_MAX)
  return {
    label: template === 'invoice' ? words.billingAddress : words.customer,
    lines: [...new Set([...(hasName(billingAddress) ? [] : lines), ...address, ...number])],
  }
}

function hasName(address: OrderAddress | null): boolean {
  return address !== null && nameLines(address).length > 0
}

/** The addresses of the shipments in scope, each once: the delivery or collection addresses. */
function destinations({ order, shipment, words, market }: DocumentContext): Party[] {
  const shipments = shipment === null ? order.orderForm.shipments : [shipment]
  const parties = shipments.map((one) => {
    const point = pickUpPointLines(one)
    if (point.length > 0) return { label: words.pickUpPoint, lines: point }
    return { label: words.deliveryAddress, lines: one.address === null ? [] : addressLines(one.address, market) }
  })
  return [...new Map(parties.map((party) => [JSON.stringify(party), party])).values()]
}

/** The name and address of the pick-up point; none without one. */
export function pickUpPointLines({ pickUpPointInformation: point }: Shipment): string[] {
  if (point === null) return []
  const { address } = point
  const street = address?.street || [address?.streetName, address?.streetNumber].filter(Boolean).join(' ')
  const town = [address?.postalCode, address?.city].filter(Boolean).join(' ')
  return printableLines([point.name, street, town], ADDRESS_LINE_MAX)
}

function contact({ order, template, words }: DocumentContext): Party {
  const person = order.contactPerson
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ')
  const reach = [person?.phone || order.customerPhone, person?.email || order.customerEmail]
  const lines = printableLines([name || (template === 'pick-list' ? order.customerName : null), ...reach], ADDRESS_LINE_MAX)
  return { label: words.contact, lines }
}

function nameLines({ organization, name, firstName, lastName }: OrderAddress): string[] {
  const person = name || [firstName, lastName].filter(Boolean).join(' ')
  return [...new Set(printableLines([organization, person], ADDRESS_LINE_MAX))]
}

/** An address in letter format, with its country where it is not that of the market. */
export function addressLines(address: OrderAddress, market: Pick<Market, 'country'>): string[] {
  const { line1, line2, streetNumber, apartmentNumber, postalCode, city, state, regionName, countryCode, countryName } = address
  const number = streetNumber && !line1?.split(/\s+/).includes(streetNumber) ? streetNumber : null
  const isAbroad = countryCode !== null && countryCode.toUpperCase() !== market.country
  return [
    ...nameLines(address),
    ...printableLines(
      [
        [line1, number, apartmentNumber].filter(Boolean).join(' '),
        line2,
        [postalCode, city].filter(Boolean).join(' '),
        state || regionName,
        isAbroad ? countryName || countryCode : null,
      ],
      ADDRESS_LINE_MAX,
    ),
  ]
}

/** The delivery of a shipment, for the head of its table: method, tracking, warehouse, comment. */
export function shippingLines(shipment: Shipment, { template, words }: DocumentContext): string[] {
  const isPickList = template === 'pick-list'
  const tracking = shipment.shipmentTrackingNumber
  const parts = [
    shipment.shippingMethodName,
    tracking && `${words.trackingNumber} ${tracking}`,
    isPickList && shipment.warehouseCode ? `${words.warehouse} ${shipment.warehouseCode}` : null,
  ]
  return [printableLines(parts, ADDRESS_LINE_MAX).join(' · '), isPickList ? printable(shipment.comment) : ''].filter(
    (line) => line !== '',
  )
}

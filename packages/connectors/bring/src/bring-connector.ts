import type { ShippingAnswers, ShippingRequests } from '@open-oms/contracts/connectors/shipping-protocol'
import { defineShippingConnector } from '@open-oms/extend'
import type { ConnectorUnreachable, DefinedConnector } from '@open-oms/extend/connector'

/** Whoever sends, as Bring's booking has it. */
export type BringSender = { name: string; addressLine: string; postalCode: string; city: string; countryCode: string }

export type BringOptions = {
  /** `https://api.bring.com`. */
  apiUrl: string
  uid: string
  apiKey: string
  customerNumber: string
  /** The service where the shipment names none (`shippingMethodProductId`). */
  product: string
  /** The address of the shop, which Bring asks for. */
  clientUrl: string
  /** Books nothing real. */
  isTest: boolean
  sender: BringSender
}

type Request = ShippingRequests['book']
type Answer = ShippingAnswers['book'] | ConnectorUnreachable

const CALL_MS = 9_000
/** Bring counts packages without a weight as this. */
const WEIGHT_KG_MIN = 0.1

/**
 * Bring as a shipping connector (bring.md). Bring knows no keys: what a key has booked is found by
 * the memory of answers, and a booking whose answer was lost is made again.
 */
export function bringConnector(options: BringOptions): DefinedConnector<'shipping'> {
  return defineShippingConnector({ name: 'bring', book: (request) => book(options, request) })
}

async function book(options: BringOptions, request: Request): Promise<Answer> {
  if (request.address === null) return { status: 'refused', message: 'The shipment has no address.' }
  const response = await fetch(`${options.apiUrl}/booking/api/create`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-mybring-api-uid': options.uid,
      'x-mybring-api-key': options.apiKey,
      'x-bring-client-url': options.clientUrl,
      'x-bring-test-indicator': String(options.isTest),
    },
    body: JSON.stringify({ schemaVersion: 1, consignments: [consignment(options, request)] }),
    signal: AbortSignal.timeout(CALL_MS),
  })
  if (!response.ok && response.status !== 400)
    return { status: 'unreachable', message: `Bring responded with ${response.status}.` }
  return judge((await response.json()) as BookingResponse)
}

type BookingResponse = {
  consignments?: {
    confirmation: { consignmentNumber: string; links: { labels: string | null; tracking: string | null } } | null
    errors: { code: string; messages: { lang: string; message: string }[] }[] | null
  }[]
}

function judge({ consignments = [] }: BookingResponse): Answer {
  const [booked] = consignments
  const errors = booked?.errors ?? []
  if (errors.length > 0) return { status: 'refused', message: errors.map(describe).join(' ') }
  const confirmation = booked?.confirmation ?? null
  if (confirmation === null) return { status: 'unreachable', message: 'Bring has confirmed nothing.' }
  const { consignmentNumber, links } = confirmation
  return {
    status: 'done',
    trackingNumber: consignmentNumber,
    bookingId: consignmentNumber,
    ...(links.labels !== null && { labelLink: links.labels }),
    ...(links.tracking !== null && { trackingLink: links.tracking }),
  }
}

function describe({ code, messages }: { code: string; messages: { lang: string; message: string }[] }): string {
  const message = messages.find(({ lang }) => lang === 'en') ?? messages[0]
  return `${message?.message ?? 'Bring refused.'} (${code})`
}

function consignment({ sender, product, customerNumber }: BringOptions, request: Request): object {
  const { servicePointId, address, shippingMethodProductId, orderId, shipmentId } = request
  const pickupPoint = servicePointId ? { id: servicePointId, countryCode: address?.countryCode ?? 'NO' } : null
  return {
    shippingDateTime: timeInOslo(new Date(Date.now() + 60 * 60 * 1_000)),
    correlationId: `${orderId}/${shipmentId}`,
    parties: {
      sender: { ...sender, reference: request.orderNumber ?? orderId },
      recipient: recipient(request),
      ...(pickupPoint !== null && { pickupPoint }),
    },
    product: { id: shippingMethodProductId || product, customerNumber },
    packages: packages(request),
  }
}

/** Bring reads times as those of Norway. */
function timeInOslo(time: Date): string {
  return time.toLocaleString('sv-SE', { timeZone: 'Europe/Oslo' }).replace(' ', 'T')
}

function recipient({ address, contactPerson, orderId }: Request): object {
  const person = [address?.firstName, address?.lastName].filter(Boolean).join(' ')
  const name = address?.organization || address?.name || person
  return {
    name,
    addressLine: [address?.line1, address?.streetNumber].filter(Boolean).join(' '),
    addressLine2: address?.line2 ?? null,
    postalCode: address?.postalCode ?? null,
    city: address?.city ?? null,
    countryCode: address?.countryCode ?? null,
    reference: orderId,
    contact: {
      name: person || name,
      email: address?.email ?? contactPerson?.email ?? null,
      phoneNumber: address?.phone ?? contactPerson?.phone ?? null,
    },
  }
}

function packages({ packages: given, goodsDescription }: Request): object[] {
  if (given.length === 0) return [{ weightInKg: WEIGHT_KG_MIN, goodsDescription }]
  return given.map(({ weightInKg, dimensions, id, goodsDescription: goods }) => ({
    weightInKg: Math.max(weightInKg, WEIGHT_KG_MIN),
    goodsDescription: goods ?? goodsDescription,
    dimensions,
    correlationId: id,
  }))
}

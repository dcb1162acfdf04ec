import { randomBytes } from 'node:crypto'
import type { ShippingRequests } from '@open-oms/contracts/connectors/shipping-protocol'
import { defineShippingConnector } from '@open-oms/extend'
import type { DefinedConnector } from '@open-oms/extend/connector'
import type { Label } from './label.ts'
import type { LabelStore } from './label-store.ts'

export type LabelOptions = {
  store: LabelStore
  sender: readonly string[]
  /** Where the labels are reached: `https://labels.example/labels/`. */
  labelsUrl: string
  format: 'pdf' | 'zpl'
  /** A character that cannot be printed; null when all can. */
  findMissing(lines: readonly string[]): string | null
}

const TOKEN_BYTES = 16

/**
 * Transport of one's own as a shipping connector (labels.md): each package gets a number that no
 * other has, and a label. The tracking number is that of the first package. What a key has made is
 * found by the memory of answers; a label that was made before a crash is one nobody has heard of.
 */
export function labelConnector({ store, sender, labelsUrl, format, findMissing }: LabelOptions): DefinedConnector<'shipping'> {
  return defineShippingConnector({
    name: 'labels',
    async book(request) {
      const recipient = recipientLines(request)
      if (recipient.length === 0) return { status: 'refused', message: 'The shipment has no address.' }
      const missing = findMissing(recipient)
      if (missing !== null) return { status: 'refused', message: `The font of the labels has no "${missing}".` }
      const packages = request.packages.length === 0 ? [null] : request.packages
      const token = randomBytes(TOKEN_BYTES).toString('hex')
      const { orderNumber, orderId, shippingMethodName: shippingMethod } = request
      const base = { token, sender, recipient, postalCode: request.address?.postalCode ?? null, shippingMethod }
      const labels = await store.add(
        packages.map((one, index) => ({
          ...base,
          orderNumber: orderNumber ?? orderId,
          position: [index + 1, packages.length],
          weightInKg: one?.weightInKg ?? null,
        })),
      )
      const { sscc } = labels[0] as Label
      const labelLink = `${labelsUrl}${token}/${sscc}-${labels.length}.${format}`
      return { status: 'done', trackingNumber: sscc, bookingId: sscc, labelLink }
    },
  })
}

function recipientLines({ address, contactPerson }: ShippingRequests['book']): string[] {
  if (address === null) return []
  const person = [address.firstName, address.lastName].filter(isText).join(' ')
  const contact = contactPerson === null ? null : [contactPerson.firstName, contactPerson.lastName].filter(isText).join(' ')
  const street = [address.line1, address.streetNumber].filter(isText).join(' ')
  const place = [address.postalCode, address.city].filter(isText).join(' ')
  const lines = [
    address.organization,
    address.name ?? person,
    contact,
    street,
    address.line2,
    place,
    address.countryName ?? address.countryCode,
  ]
  return [...new Set(lines.filter(isText))]
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

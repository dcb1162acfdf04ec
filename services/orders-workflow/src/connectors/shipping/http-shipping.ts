import type { Connector } from '@oms/contracts/config/connectors'
import { callConnector } from '../http/call-connector.ts'
import { type Environment, unreadyReason } from '../http/connector-address.ts'
import { calledAt, missingResponse, shortText, singleLine, toJsonObject, unreadableResponse } from '../http/missing-response.ts'
import type { BookingResult, ShippingConnector } from './shipping-connector.ts'

/**
 * A carrier behind an `http` connector (connectors.md#shipping-protocol): each booking is a signed
 * JSON POST of `{ operation: "book", … }`, with a response `{ status, trackingNumber, trackingLink,
 * labelLink, … }` (docs/reference/behaviour/connectors.md). After an invalid response, repeating
 * the same request finds out what was booked. Never throws.
 */
export function httpShipping(connector: Connector, environment: Environment): ShippingConnector {
  return {
    unready: () => unreadyReason(connector, environment),
    async book({ idempotencyKey, ...request }, signal) {
      const body = { operation: 'book', ...request }
      const response = await callConnector(connector, {
        body,
        idempotencyKey,
        environment,
        ...(signal === undefined ? {} : { signal }),
      })
      if (response.kind !== 'accepted') return missingResponse(response)
      return calledAt(judge(response.body, idempotencyKey), connector.name)
    },
  }
}

function judge(body: unknown, idempotencyKey: string): BookingResult {
  const fields = toJsonObject(body)
  if (fields === null) return unreadableResponse('it is no JSON object')
  const { status, message } = fields
  if (status === 'refused') return { outcome: 'refused', reason: singleLine(message, 'The carrier refused.') }
  if (status === 'pending') return { outcome: 'unreachable', reason: singleLine(message, 'The carrier has not decided yet.') }
  if (status !== 'done') return unreadableResponse('its status is none of done, refused and pending')
  const trackingNumber = shortText(fields.trackingNumber)
  if (trackingNumber === null) return unreadableResponse('it has no trackingNumber')
  return {
    outcome: 'done',
    booking: {
      bookingId: shortText(fields.bookingId) ?? idempotencyKey,
      trackingNumber,
      trackingLink: parseLink(fields.trackingLink),
      labelLink: parseLink(fields.labelLink),
      returnTrackingNumber: shortText(fields.returnTrackingNumber),
      returnTrackingLink: parseLink(fields.returnTrackingLink),
      returnLabelLink: parseLink(fields.returnLabelLink),
    },
  }
}

const LINK_LENGTH_MAX = 2_000

/** A link is shown and clicked: only http and https are accepted. */
function parseLink(value: unknown): string | null {
  const link = shortText(value, LINK_LENGTH_MAX)
  return link !== null && /^https?:$/.test(URL.parse(link)?.protocol ?? '') ? link : null
}

import { problemIn } from '@open-oms/contracts/config/checks/find-problems'
import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type Connector, connectorsFile } from '@open-oms/contracts/config/connectors'
import { type OrderType, orderTypesFile } from '@open-oms/contracts/config/order-types'
import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import { callConnector } from '../http/call-connector.ts'
import type { Environment } from '../http/connector-address.ts'
import { unreadyReason } from '../http/connector-way.ts'
import {
  calledAt,
  missingResponse,
  noConnectorReady,
  shortText,
  singleLine,
  toJsonObject,
  unreadableResponse,
} from '../http/missing-response.ts'
import { manualShipping } from './manual-shipping.ts'
import type { BookingResult, ShippingConnector } from './shipping-connector.ts'

type MakeConnector = (connector: Connector, environment: Environment) => ShippingConnector

/** The shipping connectors by configured type. */
const byType: Partial<Record<string, MakeConnector>> = {
  manual: () => manualShipping,
  http: calledShipping,
  extension: calledShipping,
}

/**
 * The shipping connector of a name; without a configured one, a connector that is permanently
 * `unreachable`, with the reason.
 */
export function shippingConnectorFor(
  { connectors }: TenantConfig['connectors'],
  name: string | null,
  environment: Environment,
): ShippingConnector {
  if (name === null) return missing('The step names no shipping connector.')
  const configured = connectors.find((candidate) => candidate.name === name && candidate.kind === 'shipping')
  const make = configured?.active === true ? byType[configured.type] : undefined
  if (configured === undefined || make === undefined) return missing(`There is no active shipping connector "${name}".`)
  return make(configured, environment)
}

function missing(reason: string): ShippingConnector {
  return { book: async () => noConnectorReady(reason), unready: () => reason }
}

/** Steps that book by a shipping connector. */
export const bookingSteps: ReadonlySet<string> = new Set(['BookShipment'])

type BookingConfig = { types: readonly OrderType[]; connectors: readonly Connector[] }

/**
 * Active shipping connectors of a type that this service does not support, and steps that book
 * without naming a shipping connector.
 */
export function findShippingProblems({ types, connectors }: BookingConfig): ConfigProblem[] {
  const names = new Set(connectors.filter(({ kind }) => kind === 'shipping').map(({ name }) => name))
  const unknown = connectors.flatMap(({ kind, type, active }, index) =>
    kind === 'shipping' && active && byType[type] === undefined
      ? [
          problemIn(connectorsFile.file)(
            `connectors[${index}].type`,
            `shipping connectors of type "${type}" are not available`,
            availableTypes,
          ),
        ]
      : [],
  )
  const unnamed = types.flatMap(({ orderStatuses }, type) =>
    orderStatuses.flatMap(({ workflowSteps }, status) =>
      workflowSteps.flatMap(({ name, connector }, step) => {
        if (!bookingSteps.has(name) || (connector !== null && names.has(connector))) return []
        const at = `orderTypes[${type}].orderStatuses[${status}].workflowSteps[${step}].connector`
        return [problemIn(orderTypesFile.file)(at, `${name} needs a shipping connector`, connectorRemedy(names))]
      }),
    ),
  )
  return [...unknown, ...unnamed]
}

const availableTypes = `Use one of the types ${Object.keys(byType).join(', ')}, or set "active": false.`

function connectorRemedy(names: ReadonlySet<string>): string {
  return names.size === 0
    ? 'Add a connector of kind shipping to connectors.json and name it.'
    : `Name a connector of kind shipping: ${[...names].join(', ')}.`
}

/**
 * A carrier behind a connector that is called (connectors.md#shipping-protocol): each booking is a
 * signed JSON POST, or the same in the process, of `{ operation: "book", … }`, with a response `{
 * status, trackingNumber, trackingLink, labelLink, … }` (docs/reference/behaviour/connectors.md).
 * After an invalid response, repeating the same request finds out what was booked. Never throws.
 */
function calledShipping(connector: Connector, environment: Environment): ShippingConnector {
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

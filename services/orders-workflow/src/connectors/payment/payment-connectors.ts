import { problemIn } from '@open-oms/contracts/config/checks/find-problems'
import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type Connector, connectorsFile } from '@open-oms/contracts/config/connectors'
import { type OrderType, orderTypesFile } from '@open-oms/contracts/config/order-types'
import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import type { Environment } from '../http/connector-address.ts'
import { noConnectorReady } from '../http/missing-response.ts'
import { calledPayments } from './called-payments.ts'
import { manualPayments } from './manual.ts'
import { type PaymentConnector, paymentConnector } from './payment-connector.ts'

type MakeConnector = (connector: Connector, environment: Environment) => PaymentConnector

/** The payment connectors by configured type. */
const byType: Partial<Record<string, MakeConnector>> = {
  manual: () => manualPayments,
  http: calledPayments,
  extension: calledPayments,
}

export type PaymentRoute = {
  paymentMethodName: string
  /** The connector that the step names; it wins over the method's. */
  connector: string | null
}

/**
 * The connector for a payment. Without a configured one, a connector that is permanently
 * `unreachable`, with the reason: an earlier request may have been carried out by a connector that
 * was configured then.
 */
export function paymentConnectorFor(
  { paymentMethods, connectors }: Pick<TenantConfig, 'paymentMethods' | 'connectors'>,
  { connector, paymentMethodName }: PaymentRoute,
  environment: Environment,
): PaymentConnector {
  const method = paymentMethods.find((candidate) => (candidate.paymentMethodName ?? candidate.name) === paymentMethodName)
  const name = connector ?? method?.connector
  if (name === undefined) return missing(`"${paymentMethodName}" is not a configured payment method.`)
  const configured = connectors.connectors.find((candidate) => candidate.name === name && candidate.kind === 'payment')
  const make = configured?.active === true ? byType[configured.type] : undefined
  if (configured === undefined || make === undefined) return missing(`There is no active payment connector "${name}".`)
  return make(configured, environment)
}

/**
 * What payments name the active methods as by which a customer of a market can pay with a link
 * (payments.md#payment-links).
 */
export function linkMethods(
  { paymentMethods }: Pick<TenantConfig, 'paymentMethods'>,
  { marketId }: { marketId: string | null },
): string[] {
  return paymentMethods
    .filter(
      ({ active, paymentLink, markets }) => active && paymentLink && (markets.length === 0 || markets.includes(marketId ?? '')),
    )
    .map(({ paymentMethodName, name }) => paymentMethodName ?? name)
}

function missing(reason: string): PaymentConnector {
  return paymentConnector(
    async () => noConnectorReady(reason),
    () => reason,
  )
}

/** Steps that move money by a payment connector. */
export const paymentSteps: ReadonlySet<string> = new Set([
  'AuthorizePayment',
  'CapturePayments',
  'CapturePayment',
  'CancelPayments',
  'CreditReturn',
  'CreditCancelledOrderLines',
])

type PaymentSteps = { types: readonly OrderType[]; connectors: readonly Connector[] }

/**
 * Active payment connectors of a type that this service does not support, and steps that would move
 * money by a connector of another kind.
 */
export function findPaymentProblems({ types, connectors }: PaymentSteps): ConfigProblem[] {
  const names = new Set(connectors.filter(({ kind }) => kind === 'payment').map(({ name }) => name))
  const unknown = connectors.flatMap(({ kind, type, active }, index) =>
    kind === 'payment' && active && byType[type] === undefined
      ? [
          problemIn(connectorsFile.file)(
            `connectors[${index}].type`,
            `payment connectors of type "${type}" are not available`,
            availableTypes,
          ),
        ]
      : [],
  )
  const misled = types.flatMap(({ orderStatuses }, type) =>
    orderStatuses.flatMap(({ workflowSteps }, status) =>
      workflowSteps.flatMap(({ name, connector }, step) => {
        if (!paymentSteps.has(name) || connector === null || names.has(connector)) return []
        const at = `orderTypes[${type}].orderStatuses[${status}].workflowSteps[${step}].connector`
        return [problemIn(orderTypesFile.file)(at, `${name} needs a payment connector`, connectorRemedy(names))]
      }),
    ),
  )
  return [...unknown, ...misled]
}

const availableTypes = `Use one of the types ${Object.keys(byType).join(', ')}, or set "active": false.`

function connectorRemedy(names: ReadonlySet<string>): string {
  return names.size === 0
    ? 'Add a connector of kind payment to connectors.json and name it.'
    : `Name a connector of kind payment: ${[...names].join(', ')}.`
}

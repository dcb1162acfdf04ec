import { paymentAnswers, paymentRequests } from '@open-oms/contracts/connectors/payment-protocol'
import { shippingAnswers, shippingRequests } from '@open-oms/contracts/connectors/shipping-protocol'
import { connectorBy, type DefinedConnector, type Operations } from './connector.ts'

const payment = { kind: 'payment', requests: paymentRequests, answers: paymentAnswers } as const
const shipping = { kind: 'shipping', requests: shippingRequests, answers: shippingAnswers } as const

/** What a payment connector can do; what it leaves out is refused. */
export type PaymentOperations = Partial<Operations<typeof payment>>
/** What a shipping connector can do. */
export type ShippingOperations = Operations<typeof shipping>

/**
 * A connector to a payment provider (connectors.md#payment-protocol). Each function takes a request
 * that keeps to the protocol, amounts in the main unit of the currency, and answers `done`,
 * `refused` (nothing happened, and never will for this key), `pending` or `unreachable` (nobody
 * knows). When in doubt it answers `unreachable`, or throws: the same request comes again with the
 * same key.
 */
export function definePaymentConnector(connector: { name: string } & PaymentOperations): DefinedConnector<'payment'> {
  return connectorBy(payment, connector)
}

/** A connector to a carrier (connectors.md#shipping-protocol), as that to a payment provider. */
export function defineShippingConnector(connector: { name: string } & ShippingOperations): DefinedConnector<'shipping'> {
  return connectorBy(shipping, connector)
}

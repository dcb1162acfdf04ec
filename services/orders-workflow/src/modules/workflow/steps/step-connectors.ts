import { callConnector } from '../../../connectors/http/call-connector.ts'
import { type Environment, unreadyReason } from '../../../connectors/http/connector-address.ts'
import { paymentConnectorFor } from '../../../connectors/payment/payment-connectors.ts'
import { shippingConnectorFor } from '../../../connectors/shipping/shipping-connectors.ts'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import type { Receiver, StepConnectors } from './step-definition.ts'

type Surroundings = {
  config: () => OrdersConfig
  environment: Environment
  /** What the addresses of stored files begin with for those who get an order. */
  publicBase: string
}

/** The connectors of workflow steps, as configured at each call. */
export function stepConnectors({ config, environment, publicBase }: Surroundings): StepConnectors {
  const findReceiver = ({ kind, name }: Receiver) =>
    config().connectors.connectors.find((candidate) => candidate.kind === kind && candidate.name === name)
  return {
    payment: (route) => paymentConnectorFor(config(), route, environment),
    shipping: (name) => shippingConnectorFor(config().connectors, name, environment),
    async post(receiver, call) {
      const connector = findReceiver(receiver)
      if (connector !== undefined) return callConnector(connector, { environment, publicBase, ...call })
      return { kind: 'refused', status: null, reason: missing(receiver) }
    },
    unready(receiver) {
      const connector = findReceiver(receiver)
      return connector === undefined ? missing(receiver) : unreadyReason(connector, environment)
    },
  }
}

function missing({ kind, name }: Receiver): string {
  return `There is no ${kind} connector "${name ?? ''}".`
}

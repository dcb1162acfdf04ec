import type { OrdersConfig } from '../orders-config.ts'
import type { StepConnectors } from '../workflow/step-definition.ts'
import { callConnector } from './http/call-connector.ts'
import type { Environment } from './http/connector-address.ts'
import { paymentConnectorFor } from './payment/payment-connectors.ts'
import { shippingConnectorFor } from './shipping/shipping-connectors.ts'

type Surroundings = { config: () => OrdersConfig; environment: Environment }

/** What workflow steps reach outside of the order, as the configuration has it at each call. */
export function stepConnectors({ config, environment }: Surroundings): StepConnectors {
  return {
    payment: (route) => paymentConnectorFor(config(), route, environment),
    shipping: (name) => shippingConnectorFor(config().connectors, name, environment),
    async post({ kind, name }, call) {
      const { connectors } = config().connectors
      const connector = connectors.find((candidate) => candidate.kind === kind && candidate.name === name)
      if (connector !== undefined) return callConnector(connector, { environment, ...call })
      return { kind: 'refused', status: null, reason: `There is no ${kind} connector "${name ?? ''}".` }
    },
  }
}

import { type HookSurroundings, hasPaymentHook, validationHooks } from '../../../connectors/ask/validation-hooks.ts'
import { callConnector } from '../../../connectors/http/call-connector.ts'
import { unreadyReason } from '../../../connectors/http/connector-way.ts'
import { paymentConnectorFor } from '../../../connectors/payment/payment-connectors.ts'
import { validatedPayments } from '../../../connectors/payment/validated-payments.ts'
import { shippingConnectorFor } from '../../../connectors/shipping/shipping-connectors.ts'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import type { Receiver, StepConnectors } from './step-definition.ts'

type Surroundings = Omit<HookSurroundings, 'config'> & { config: () => OrdersConfig }

/** The connectors of workflow steps, as configured at each call. */
export function stepConnectors({ config, environment, publicBase, log }: Surroundings): StepConnectors {
  const validate = validationHooks({ config, environment, publicBase, log })
  const findReceiver = ({ kind, name }: Receiver) =>
    config().connectors.connectors.find((candidate) => candidate.kind === kind && candidate.name === name)
  return {
    payment(route) {
      const connector = paymentConnectorFor(config(), route, environment)
      const isValidated = hasPaymentHook(config().connectors, route.paymentMethodName)
      return isValidated ? validatedPayments(connector, validate) : connector
    },
    shipping: (name) => shippingConnectorFor(config().connectors, name, environment),
    validate,
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

import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector, PaymentRequest } from '../../connectors/payment/payment-connector.ts'

/** A provider outside of the process that notes what it was asked for. */
export function notingProvider() {
  const asked: [string, PaymentRequest][] = []
  const noting = (name: 'authorize' | 'capture' | 'cancel' | 'refund') => (request: PaymentRequest) => {
    asked.push([name, request])
    return manualPayments[name](request)
  }
  const connector: PaymentConnector = {
    authorize: noting('authorize'),
    capture: noting('capture'),
    cancel: noting('cancel'),
    refund: noting('refund'),
  }
  return { names: () => asked.map(([name]) => name), connectors: { payment: () => connector } }
}

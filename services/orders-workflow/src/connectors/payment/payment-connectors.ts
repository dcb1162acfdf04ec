import type { ConfigProblem } from '@oms/contracts/config/config-file'
import { connectorsFile } from '@oms/contracts/config/connectors'
import type { TenantConfig } from '@oms/contracts/config/tenant-config'
import { manualPayments } from './manual.ts'
import type { PaymentAnswer, PaymentConnector } from './payment-connector.ts'

type PaymentConfig = Pick<TenantConfig, 'paymentMethods' | 'connectors'>

/** How each type of connector in the configuration moves money. */
const byType: Partial<Record<string, PaymentConnector>> = { manual: manualPayments }

export type PaymentRoute = {
  paymentMethodName: string
  /** The connector that the step names; it wins over the method's. */
  connector: string | null
}

/** The connector for a payment; one that refuses, with the reason, when the configuration gives none. */
export function paymentConnectorFor(
  { paymentMethods, connectors }: PaymentConfig,
  { connector, paymentMethodName }: PaymentRoute,
): PaymentConnector {
  const method = paymentMethods.find((candidate) => (candidate.paymentMethodName ?? candidate.name) === paymentMethodName)
  const name = connector ?? method?.connector
  if (name === undefined) return refusing(`"${paymentMethodName}" is not a configured payment method.`)
  const configured = connectors.connectors.find((candidate) => candidate.name === name && candidate.kind === 'payment')
  const found = configured?.active === true ? byType[configured.type] : undefined
  return found ?? refusing(`There is no active payment connector "${name}".`)
}

function refusing(reason: string): PaymentConnector {
  const refuse = async (): Promise<PaymentAnswer> => ({ outcome: 'refused', reason })
  return { capture: refuse, cancel: refuse }
}

/** Active payment connectors of a type that this service cannot speak. */
export function findPaymentTypeProblems({ connectors }: TenantConfig['connectors']): ConfigProblem[] {
  return connectors.flatMap(({ kind, type, active }, index) =>
    kind === 'payment' && active && byType[type] === undefined
      ? [
          {
            file: connectorsFile.file,
            path: `connectors[${index}].type`,
            reason: `payment connectors of type "${type}" are not available`,
          },
        ]
      : [],
  )
}

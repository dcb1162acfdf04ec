import { publicBaseVariable, serviceEnvironment } from '@oms/service-kit/process/service-environment'
import { Type } from '@sinclair/typebox'

/** The environment of orders-workflow. `.env.example` and the configuration reference are generated from it. */
export const OrdersEnvironment = serviceEnvironment(8082, {
  ...publicBaseVariable,
  OMS_DATA_DIR: Type.String({
    default: '.data',
    description: 'Folder for e-mails and SMS whose connector has no address: they are kept as files in `mail` and `sms`.',
  }),
})

/** What of it the command line needs. */
export const CommandEnvironment = Type.Pick(OrdersEnvironment, ['DATABASE_URL'])

/**
 * A variable that `connectors.json` names for an address or a secret. Which ones there are is the tenant's to say, so they are no
 * part of the schema; they are read nowhere else.
 */
export function connectorVariable(name: string): string | undefined {
  return process.env[name]
}

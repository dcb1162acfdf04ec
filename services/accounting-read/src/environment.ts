import { natsVariables } from '@open-oms/service-kit/events/nats-address'
import { logLevel } from '@open-oms/service-kit/process/process-environment'
import { reportingVariable, serviceEnvironment } from '@open-oms/service-kit/process/service-environment'
import { type Static, Type } from '@sinclair/typebox'

/** The environment of the service, from which `.env.example` and its reference are generated. */
export const AccountingEnvironment = serviceEnvironment(8083, reportingVariable)

/** The environment of the command line; it logs errors only, since it prints its results. */
export const CommandEnvironment = Type.Object({
  ...Type.Pick(AccountingEnvironment, ['DATABASE_URL', ...natsVariables, 'OMS_CONFIG_DIR']).properties,
  LOG_LEVEL: logLevel('error'),
})
export type CommandEnvironment = Static<typeof CommandEnvironment>

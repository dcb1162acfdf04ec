import { getConsolePlaces } from '@open-oms/contracts/orders/configuration/console-places'
import * as contracts from '@open-oms/contracts/orders/configuration/routes'
import { requireAllStores } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import { writeRequest } from '../../order/write/write-context.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { type ConfigFolder, checkFolder } from './check-folder.ts'
import { configuredNames } from './configured-names.ts'
import { configuredPlaces } from './configured-places.ts'
import { migrateOrders } from './migrate-orders.ts'
import { ordersInFlight } from './orders-in-flight.ts'
import { type RunningConfigurationDeps, runningConfiguration } from './running-configuration.ts'
import type { StoredConfigurationDeps } from './stored/read-documents.ts'
import { registerStoredDocuments } from './stored/routes.ts'

export type ConfigurationDeps = RunnerDeps &
  RunningConfigurationDeps &
  Pick<StoredConfigurationDeps, 'storedConfiguration'> & { configFolder: ConfigFolder }

const what = 'The configuration is'

export function registerConfiguration(app: Server, deps: ConfigurationDeps): void {
  register(app, deps, contracts.getRunningConfiguration, async ({ configuration }, { caller }) => {
    requireAllStores(caller, what)
    return { body: runningConfiguration({ configuration }) }
  })

  register(app, deps, contracts.getConfiguredNames, async ({ config }, { caller }) => ({
    body: configuredNames(config(), caller),
  }))

  register(app, deps, getConsolePlaces, async ({ config }, { caller }) => ({
    body: configuredPlaces(config().consolePlaces, caller),
  }))

  register(app, deps, contracts.checkConfigurationFolder, async (deps, { caller }) => {
    requireAllStores(caller, what)
    return { body: await checkFolder(deps) }
  })

  register(app, deps, contracts.getOrdersInFlight, async (deps, { caller }) => {
    requireAllStores(caller, what)
    return { body: await ordersInFlight(deps) }
  })

  // Each order is a transaction of its own.
  register(
    app,
    deps,
    contracts.migrateOrders,
    async (deps, request) => {
      const { caller, query, body } = request
      const write = { ...writeRequest(request, { operation: 'MigrateStatus' }), precondition: null, lock: 'waits' as const }
      const command = { request: body, isDryRun: query.dryRun ?? false, storeIds: caller.storeIds, write }
      return { body: await migrateOrders(deps, command) }
    },
    { transactions: 'separate' },
  )

  registerStoredDocuments(app, deps)
}

import * as contracts from '@oms/contracts/orders/configuration/routes'
import { register, type Server } from '@oms/service-kit/http/register-route'
import { writeRequest } from '../../order/write-context.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { configuredOrderTypes } from './configured-order-types.ts'
import { migrateOrders } from './migrate-orders.ts'
import { ordersInFlight } from './orders-in-flight.ts'
import { type RunningConfigurationDeps, requireAllStores, runningConfiguration } from './running-configuration.ts'

/** Registers the routes about the tenant configuration. */
export function registerConfiguration(app: Server, deps: RunnerDeps & RunningConfigurationDeps): void {
  register(app, deps, contracts.getRunningConfiguration, async ({ configuration }, { caller }) => {
    requireAllStores(caller)
    return { body: runningConfiguration({ configuration }) }
  })

  register(app, deps, contracts.getConfiguredOrderTypes, async ({ config }) => ({
    body: configuredOrderTypes(config().orderTypes),
  }))

  register(app, deps, contracts.getOrdersInFlight, async (deps, { caller }) => {
    requireAllStores(caller)
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
}

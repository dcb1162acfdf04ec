import * as contracts from '@open-oms/contracts/orders/search/routes/export-orders'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { exportOrders } from './export-to-connector.ts'

export function registerExportOrders(app: Server, deps: RunnerDeps): void {
  register(
    app,
    deps,
    contracts.exportOrders,
    (deps, { body, caller, headers, omitsEmpty }) => {
      const requestKey = headers['idempotency-key'] as string | undefined
      return exportOrders(deps, { request: body, caller, requestKey, omitsEmpty })
    },
    // No transaction may stay open while a connector is called or a client reads.
    { transactions: 'separate' },
  )
}

import * as contracts from '@open-oms/contracts/orders/routes/order-versions'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { diffOrderVersions, getOrderVersion } from './get-order-version.ts'
import { listOrderVersions } from './list-order-versions.ts'

export function registerOrderVersions(app: Server, deps: RunnerDeps): void {
  register(app, deps, contracts.getOrderVersion, (deps, { params, caller, omitsEmpty }) =>
    getOrderVersion(deps, {
      orderId: params.orderId,
      versionId: params.versionId,
      isInScope: (storeId) => isInScope(caller, storeId),
      omitsEmpty,
    }),
  )

  register(app, deps, contracts.listOrderVersions, async (deps, { params, query, caller }) => ({
    body: await listOrderVersions(deps, {
      orderId: params.orderId,
      take: query.take ?? 50,
      after: query.after || undefined,
      isInScope: (storeId) => isInScope(caller, storeId),
    }),
  }))

  register(app, deps, contracts.diffOrderVersions, async (deps, { params, caller }) => ({
    body: await diffOrderVersions(deps, {
      orderId: params.orderId,
      from: params.from,
      to: params.to,
      isInScope: (storeId) => isInScope(caller, storeId),
    }),
  }))
}

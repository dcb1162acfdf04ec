import { INVENTORY_ROWS_MAX } from '@open-oms/contracts/orders/inventory/inventory'
import * as contracts from '@open-oms/contracts/orders/inventory/routes'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { getInventory, listInventory } from './list-inventory.ts'
import { listMovements } from './list-movements.ts'
import { adjustInventory, type InventoryWriter, setInventory, transferInventory } from './write-manual-inventory.ts'

export function registerInventory(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.getInventory, async (deps, { query, caller }) => ({
    body: await getInventory(deps, { ...query, storeIds: caller.storeIds }),
  }))

  register(app, deps, contracts.listInventory, async (deps, { query, caller }) => ({
    body: await listInventory(deps, { ...query, take: query.take ?? INVENTORY_ROWS_MAX, storeIds: caller.storeIds }),
  }))

  register(app, deps, contracts.setInventory, async (deps, request) => ({
    body: await setInventory(deps, { rows: request.body, writer: toInventoryWriter(request) }),
  }))

  register(app, deps, contracts.adjustInventory, async (deps, request) => ({
    body: await adjustInventory(deps, { rows: request.body, writer: toInventoryWriter(request) }),
  }))

  register(app, deps, contracts.transferInventory, async (deps, request) => ({
    body: await transferInventory(deps, { rows: request.body, writer: toInventoryWriter(request) }),
  }))

  register(app, deps, contracts.listInventoryMovements, async (deps, { query, caller }) => ({
    body: await listMovements(deps, { ...query, take: query.take ?? contracts.MOVEMENTS_DEFAULT, storeIds: caller.storeIds }),
  }))
}

type WriteOfInventory = TypedRequest<
  typeof contracts.setInventory | typeof contracts.adjustInventory | typeof contracts.transferInventory
>

function toInventoryWriter({ caller, traceId }: Pick<WriteOfInventory, 'caller' | 'traceId'>): InventoryWriter {
  return { actor: caller.actor, correlationId: traceId, storeIds: caller.storeIds }
}

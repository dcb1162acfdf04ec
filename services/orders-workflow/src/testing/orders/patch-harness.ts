import type { Order } from '@open-oms/contracts/orders/order'
import * as contracts from '@open-oms/contracts/orders/routes/patch-orders'
import { compileReader } from '@open-oms/service-kit/input/read-input'
import { changedFields } from '../../order/rules/context/changed-fields.ts'
import { type OrderConfig, orderTotalsContext } from '../../order/rules/context/order-context.ts'
import { assertInvariants } from '../../order/rules/invariants.ts'
import { withOrderPatch } from '../../order/rules/patches/order-patch.ts'
import { withLinePatches } from '../../order/rules/patches/order-patch-lines.ts'
import type { OrderPatchInput } from '../../order/rules/patches/order-patch-options.ts'
import type { LinePatch } from '../../order/rules/patches/patch-lines.ts'
import { calculateTotals } from '../../order/rules/totals/order-totals.ts'
import { sampleConfig } from '../test-orders.ts'

export type PatchHarness = {
  config: OrderConfig
  /** The order with its totals, as it is stored when it is new. */
  stored(order: Order): Order
  /**
   * The order after a body was sent to PatchOrder, read and written as the service does; the same
   * order when nothing changed.
   */
  patched(order: Order, body: object): Order
  /** The same for PatchUpdateOrderLines. */
  linesPatched(order: Order, body: readonly object[]): Order
}

const readPatch = compileReader(contracts.patchOrder.body, 'json') as (body: unknown) => OrderPatchInput
const readLines = compileReader(contracts.patchUpdateOrderLines.body, 'json') as (body: unknown) => LinePatch[]

/** Patching without a server, with the sample tenant. Each patch has a later time and fresh ids. */
export async function patching(change: (config: OrderConfig) => OrderConfig = (config) => config): Promise<PatchHarness> {
  const config = change(await sampleConfig())
  let count = 0
  const context = () => {
    const now = new Date(Date.parse('2026-03-02T10:00:00Z') + ++count * 1000).toISOString()
    return { config, now, newId: () => `given-${++count}` }
  }
  const write = (before: Order, after: Order): Order => {
    if (after === before) return before
    const calculated = calculateTotals(after, orderTotalsContext(after, config, before))
    assertInvariants(calculated)
    return changedFields(before, calculated).length === 0 ? before : JSON.parse(JSON.stringify(calculated))
  }
  return {
    config,
    stored: (order) => JSON.parse(JSON.stringify(calculateTotals(order, orderTotalsContext(order, config, null)))),
    patched: (order, body) => write(order, withOrderPatch(order, readPatch(body), context())),
    linesPatched: (order, body) => write(order, withLinePatches(order, readLines(body), context())),
  }
}

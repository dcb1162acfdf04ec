import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { LineItemReturn } from '@open-oms/contracts/orders/returns/return-requests'
import type { InputOf } from '@open-oms/contracts/primitives'
import { restOfQuantity } from '@open-oms/money/quantities'
import { componentsOfMore, innermostFirst, packageTree } from '../packages/package-lines.ts'
import type { LinePatch } from './patch-lines.ts'

type LineReturn = InputOf<LineItemReturn>

/**
 * What a request returns, with the components of its packages in proportion
 * (packages.md#acting-on-packages): what all returned units of the package are of them, less what
 * those returned before were. What the request says of a component itself counts; what is derived
 * never goes beyond what was delivered of it. Expects lines that the order has, each once.
 */
export function withReturnedComponents(order: Order, returns: readonly LineReturn[]): LineReturn[] {
  const lines = new Map(order.orderForm.lineItems.map((line) => [line.lineItemId, line]))
  const all = new Map(returns.map((item) => [item.lineItemId, item]))
  for (const item of innermostFirst(order, returns)) {
    const { lineItemId, returnQuantity = 0 } = item
    const id = lineItemId ?? ''
    const returned = lines.get(id)?.returnQuantity ?? 0
    for (const part of componentsOfMore(order, id, { before: returned, more: returnQuantity })) {
      const line = lines.get(part.lineItemId)
      if (line === undefined || all.has(part.lineItemId)) continue
      const left = restOfQuantity(line.deliveredQuantity, line.returnQuantity)
      const quantity = Math.min(part.quantity, left)
      if (quantity > 0)
        all.set(part.lineItemId, componentReturn(item, { lineItemId: part.lineItemId, quantity, isStockLine: line.updateStock }))
    }
  }
  return [...all.values()]
}

/** A component comes back as its package does; what was agreed to be credited is the package's. */
function componentReturn(
  { creditAmount: _, properties: __, ...item }: LineReturn,
  { lineItemId, quantity, isStockLine }: { lineItemId: string; quantity: number; isStockLine: boolean },
): LineReturn {
  return { ...item, lineItemId, returnQuantity: quantity, isStockUpdated: item.isStockUpdated === true && isStockLine }
}

/**
 * Patches of the lines of a return form with patches of the components of its packages, which
 * follow a changed quantity as for the return of a package (packages.md#acting-on-packages); a
 * patch of a component itself counts. `without`: component lines that are no longer returned.
 */
export function withPatchedComponents(
  order: Order,
  lines: readonly OrderLine[],
  sent: readonly LinePatch[],
): { sent: LinePatch[]; without: ReadonlySet<string> } {
  const own = new Map(lines.map((line) => [line.lineItemId, line]))
  const ownQuantity = (lineItemId: string) => own.get(lineItemId)?.quantity ?? 0
  const changed = sent.filter(({ lineItemId = '', quantity = 0 }) => quantity > 0 && quantity !== ownQuantity(lineItemId))
  const tree = packageTree(order.orderForm.lineItems)
  if (!tree.hasPackages || changed.length === 0) return { sent: [...sent], without: new Set() }
  const stated = new Set(sent.map(({ lineItemId = '' }) => lineItemId))
  const lineItems = order.orderForm.lineItems.map((line) => {
    const beside = Math.max(0, restOfQuantity(line.returnQuantity, ownQuantity(line.lineItemId)))
    return { ...line, returnQuantity: beside }
  })
  const others = { ...order, orderForm: { ...order.orderForm, lineItems } }
  const returns = changed.map(({ lineItemId = '', quantity = 0 }) => ({
    lineItemId,
    returnQuantity: quantity,
    isStockUpdated: own.get(lineItemId)?.updateStock === true,
  }))
  const derived = withReturnedComponents(others, returns).filter(({ lineItemId }) => !stated.has(lineItemId ?? ''))
  const due = new Set(derived.map(({ lineItemId = '' }) => lineItemId))
  const parts = changed.flatMap(({ lineItemId = '' }) => tree.allComponents(lineItemId).map((part) => part.lineItemId))
  return {
    sent: [...sent, ...derived.map((item) => toLinePatch(item, own.has(item.lineItemId ?? '')))],
    without: new Set(parts.filter((id) => !stated.has(id) && !due.has(id))),
  }
}

function toLinePatch({ lineItemId = '', returnQuantity = 0, isStockUpdated }: LineReturn, isKnown: boolean): LinePatch {
  const patch = { lineItemId, quantity: returnQuantity }
  return isKnown ? patch : { ...patch, updateStock: isStockUpdated === true }
}

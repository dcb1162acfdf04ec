import type { OrderLine } from '@oms/contracts/orders/order-line'
import { fromUnits, toUnits } from '@oms/money/quantities'
import { packageTree, partQuantity } from '../packages/package-lines.ts'
import { packageProblem } from '../packages/package-problem.ts'
import type { LinePatch } from './patch-lines.ts'

/** Quantities of a package that those of its components follow. */
const following = ['deliveredQuantity', 'canceledQuantity', 'returnQuantity', 'readyForPickupQuantity'] as const

/**
 * Patches of lines with those of the components of the packages among them: their quantities follow
 * in proportion, unless a patch states them (packages.md#acting-on-packages). The sent patches come
 * first, in their order. `path` names their list. Raises `ValidationFailed` when a component's
 * quantity would have more than 3 decimals or 9 integer digits (money.md#amounts).
 */
export function withPackagePatches(lines: readonly OrderLine[], sent: readonly LinePatch[], path: string): LinePatch[] {
  const tree = packageTree(lines)
  if (!tree.hasPackages) return [...sent]
  const patches = new Map<string | null, LinePatch>(sent.map((patch) => [patch.lineItemId ?? null, patch]))
  const added = new Map<string | null, LinePatch>()
  for (const [index, patch] of sent.entries()) {
    const line = lines.find((candidate) => candidate.lineItemId === patch.lineItemId)
    if (line === undefined || (patch.quantity ?? 1) <= 0) continue
    for (const part of tree.allComponents(line.lineItemId)) {
      const stated = patches.get(part.lineItemId) ?? added.get(part.lineItemId) ?? {}
      const changes = componentChanges(part, { line, patch, stated, at: `${path}[${index}].quantity` })
      if (Object.keys(changes).length === 0) continue
      const holder = patches.has(part.lineItemId) ? patches : added
      holder.set(part.lineItemId, { lineItemId: part.lineItemId, ...stated, ...changes })
    }
  }
  return [...sent.map((patch) => patches.get(patch.lineItemId ?? null) ?? patch), ...added.values()]
}

type ComponentPatchContext = { line: OrderLine; patch: LinePatch; stated: LinePatch; at: string }

function componentChanges(part: OrderLine, { line, patch, stated, at }: ComponentPatchContext): LinePatch {
  const changes: LinePatch = {}
  if (patch.quantity !== undefined && patch.quantity !== line.quantity && stated.quantity === undefined)
    changes.quantity = scaled(part, { quantity: patch.quantity, whole: line.quantity, at })
  const ratio = { whole: patch.quantity ?? line.quantity, part: changes.quantity ?? stated.quantity ?? part.quantity }
  for (const field of following) {
    const quantity = patch[field]
    if (quantity !== undefined && quantity >= 0 && stated[field] === undefined) changes[field] = partQuantity(quantity, ratio)
  }
  return changes
}

function scaled(part: OrderLine, { quantity, whole, at }: { quantity: number; whole: number; at: string }): number {
  const product = BigInt(toUnits(quantity)) * BigInt(toUnits(part.quantity))
  const units = product / BigInt(toUnits(whole))
  if (product % BigInt(toUnits(whole)) === 0n && units > 0n && units < 10n ** 12n) return fromUnits(Number(units))
  throw packageProblem(
    'ValidationFailed',
    at,
    `gives line "${part.lineItemId}", a component, no quantity of at most 9 integer digits and 3 decimals`,
  )
}

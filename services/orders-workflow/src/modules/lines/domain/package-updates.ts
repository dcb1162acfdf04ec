import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { type PackageTree, packageTree, partQuantity } from '../../../order/rules/packages/package-lines.ts'
import { packageProblem } from '../../../order/rules/packages/package-problem.ts'
import { shipMates } from '../../../order/rules/shipments/ship-together.ts'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import type { LineUpdate } from './line-updates-input.ts'

export type PackageUpdateContext = {
  /** The shipment that units are taken from. */
  original: Shipment
  /** True: what is delivered, cancelled and made ready goes to a new shipment. */
  isTargetNew: boolean
}

const nothing = { delivered: 0, canceled: 0, ready: 0, split: 0, reallocate: 0, along: 0, cost: null }
const absolute = ['delivered', 'canceled', 'ready'] as const
const moved = ['split', 'reallocate'] as const

/**
 * The updates of a request with those of the components of its packages, in proportion, and of what
 * must ship together with what moves (packages.md#acting-on-packages). What the request says of a
 * line itself counts; what is derived never goes beyond what the shipment holds. The updates of the
 * request come first, in their order. Raises `ValidationFailed` where a part of a linked component
 * that is sold by the piece would have to move.
 */
export function withPackageUpdates(order: Order, updates: readonly LineUpdate[], updating: PackageUpdateContext): LineUpdate[] {
  const { lineItems } = order.orderForm
  const tree = packageTree(lineItems)
  if (!tree.hasPackages) return [...updates]
  const all = new Map(updates.map((update) => [update.lineItemId, update]))
  const copies = new Map(updating.original.lineItems.map((copy) => [copy.lineItemId, copy]))
  for (const update of updates) {
    const line = lineItems.find((candidate) => candidate.lineItemId === update.lineItemId)
    const copy = copies.get(update.lineItemId)
    if (line !== undefined && copy !== undefined) updateParts({ update, line, copy }, { ...updating, tree, all, copies })
  }
  moveMates(order, { ...updating, tree, all, copies }, updates)
  return [...all.values()]
}

type Context = PackageUpdateContext & {
  tree: PackageTree
  all: Map<string, LineUpdate>
  copies: ReadonlyMap<string | null, OrderLine>
}
type OnPackage = { update: LineUpdate; line: OrderLine; copy: OrderLine }

function updateParts({ update, line, copy }: OnPackage, context: Context): void {
  const { tree, all, copies, isTargetNew } = context
  for (const part of tree.allComponents(line.lineItemId)) {
    const held = copies.get(part.lineItemId)
    if (held === undefined) continue
    const id = part.lineItemId
    const stated = all.get(id) ?? { ...nothing, lineItemId: id }
    const next = { ...stated }
    const ratio = { whole: line.quantity, part: part.quantity }
    if (isTargetNew) deliverApart(next, update, { held, copy })
    else deliverInPlace(next, update, { held, copy, ratio })
    let left = openAfterUpdate(held, next, isTargetNew)
    for (const field of moved) {
      if (next[field] > 0 || update[field] === 0) continue
      next[field] = Math.min(partQuantity(update[field], { whole: copy.quantity, part: held.quantity }), left)
      left = restOfQuantity(left, next[field])
    }
    if ([...absolute, ...moved].some((field) => next[field] > 0)) all.set(id, next)
  }
}

type Parts = { held: OrderLine; copy: OrderLine; ratio: { whole: number; part: number } }

/**
 * Amounts of the shipment after the call: a component that is ahead of its package stays so, unless
 * the package is taken back.
 */
function deliverInPlace(next: LineUpdate, update: LineUpdate, { held, copy, ratio }: Parts): void {
  const [delivered, canceled] = [next.delivered > 0, next.canceled > 0]
  if (!canceled && update.canceled > 0) {
    const before = update.canceled >= copy.canceledQuantity ? held.canceledQuantity : 0
    const rest = restOfQuantity(held.quantity, delivered ? next.delivered : held.deliveredQuantity)
    next.canceled = Math.min(Math.max(partQuantity(update.canceled, ratio), before), rest)
  }
  if (!delivered && update.delivered > 0) {
    const before = update.delivered >= copy.deliveredQuantity ? held.deliveredQuantity : 0
    const rest = restOfQuantity(held.quantity, Math.max(next.canceled, held.canceledQuantity))
    next.delivered = Math.min(Math.max(partQuantity(update.delivered, ratio), before), rest)
    if (next.delivered > 0) next.split = 0
  }
  if (next.ready === 0 && update.ready > 0)
    next.ready = Math.min(
      partQuantity(update.ready, ratio),
      restOfQuantity(held.quantity, Math.max(next.canceled, held.canceledQuantity)),
    )
}

/** Units that go to the new shipment. */
function deliverApart(next: LineUpdate, update: LineUpdate, { held, copy }: Pick<Parts, 'held' | 'copy'>): void {
  let left = openQuantity(held)
  const ratio = { whole: copy.quantity, part: held.quantity }
  for (const field of absolute) {
    if (next[field] === 0) next[field] = Math.min(partQuantity(update[field], ratio), left)
    if (field !== 'ready') left = Math.max(0, restOfQuantity(left, next[field]))
  }
}

/** The quantity of a copy that is open for moves after the amounts of the request. */
function openAfterUpdate(held: OrderLine, update: LineUpdate, isTargetNew: boolean): number {
  const open = isTargetNew
    ? restOfQuantity(openQuantity(held), Math.max(update.delivered, update.ready), update.canceled, update.along)
    : restOfQuantity(held.quantity, update.delivered || held.deliveredQuantity, update.canceled || held.canceledQuantity)
  return Math.max(0, restOfQuantity(open, update.split, update.reallocate))
}

/** What leaves the shipment takes along what it must ship with. */
function moveMates(order: Order, context: Context, sent: readonly LineUpdate[]): void {
  const { all, copies } = context
  const mates = shipMates(order.orderForm.lineItems)
  if (mates.size === 0) return
  for (const update of [...all.values()]) {
    const own = copies.get(update.lineItemId)
    for (const { lineItemId } of mates.get(update.lineItemId) ?? []) {
      const held = copies.get(lineItemId)
      if (own !== undefined && held !== undefined && held !== own)
        moveMate(update, { own, held, index: sent.indexOf(update) }, context)
    }
  }
}

function moveMate(update: LineUpdate, mate: Pick<Along, 'own' | 'held' | 'index'>, { all, isTargetNew }: Context): void {
  const id = mate.held.lineItemId
  const next = { ...(all.get(id) ?? { ...nothing, lineItemId: id }) }
  const along = { ...mate, canceled: isTargetNew ? next.canceled : 0 }
  for (const field of moved) takeAlong(next, field, { ...along, amount: update[field] })
  if (isTargetNew) takeAlong(next, 'along', { ...along, amount: Math.max(update.delivered, update.ready) })
  all.set(id, next)
}

type Along = { amount: number; canceled: number; own: OrderLine; held: OrderLine; index: number }

/**
 * What goes along is moved only: it is delivered or made ready when the request says so
 * (workflow.md#status-of-a-line-update).
 */
function takeAlong(
  next: LineUpdate,
  field: 'split' | 'reallocate' | 'along',
  { amount, canceled, own, held, index }: Along,
): void {
  if (amount <= 0) return
  const wanted = partQuantity(amount, { whole: openQuantity(own), part: openQuantity(held) })
  if (!Number.isInteger(wanted) && Number.isInteger(held.quantity)) {
    const text = `must be so much that whole units of line "${held.lineItemId}", which ships together with it, go along`
    throw packageProblem('ValidationFailed', `lineItemUpdates[${Math.max(0, index)}]`, text)
  }
  const named = Math.max(next.delivered, next.ready)
  const missing = field === 'along' ? Math.max(0, restOfQuantity(wanted, named)) : wanted
  const others = sumOfQuantities([
    ...(['split', 'reallocate', 'along'] as const).map((one) => (one === field ? 0 : next[one])),
    named,
    canceled,
  ])
  next[field] = Math.max(next[field], Math.min(missing, Math.max(0, restOfQuantity(openQuantity(held), others))))
}

import type { OrderStatus, OrderType, WorkflowStep } from '../order-types.ts'
import { changedFields, fieldText } from './changed-fields.ts'

/** What a change of the configuration touches: orders of a type and status, and runs at steps. */
export type ChangeScope = { orderType?: string; status?: string; stepIds?: readonly string[] }

/** One change, in words of the field. */
export type ConfigChange = { file: string; what: string; touched?: ChangeScope; note?: string }

/** A status that orders may have and that was removed. */
export type RemovedStatus = { orderType: string; status: string | null; toOrderType: string | null; toStatus: string | null }

export type OrderTypeChanges = { changes: ConfigChange[]; removed: RemovedStatus[] }

const FILE = 'order-types.json'

/** Statuses that rules of the program know by name. */
const knownByName: readonly string[] = ['Queued', 'PartiallyShipped', 'NotCollected', 'Deleted', 'Returned', 'PartiallyReturned']

/** What changes of order types, their statuses and steps. */
export function diffOrderTypes(before: readonly OrderType[], after: readonly OrderType[]): OrderTypeChanges {
  const pairs = paired(before, after, { name: ({ name }) => name, isRename: isSameType })
  const parts = pairs.map(([from, to]): OrderTypeChanges => {
    if (from === null) return { changes: [change(`order type "${(to as OrderType).name}" is added`)], removed: [] }
    if (to === null) return removedType(from)
    return changedType(from, to)
  })
  return { changes: parts.flatMap(({ changes }) => changes), removed: parts.flatMap(({ removed }) => removed) }
}

function change(what: string, touched?: ChangeScope, note?: string): ConfigChange {
  return { file: FILE, what, ...(touched === undefined ? {} : { touched }), ...(note === undefined ? {} : { note }) }
}

function removedType({ name }: OrderType): OrderTypeChanges {
  return {
    changes: [
      change(`order type "${name}" is removed`, { orderType: name }, 'Its orders can only be cancelled until they are moved.'),
    ],
    removed: [{ orderType: name, status: null, toOrderType: null, toStatus: null }],
  }
}

function changedType(from: OrderType, to: OrderType): OrderTypeChanges {
  const isRenamed = from.name !== to.name
  const fields = changedFields(from, to, ['name', 'orderStatuses'])
  const statuses = diffStatuses(from, to)
  const renamed = change(`order type "${from.name}" is renamed to "${to.name}"`, { orderType: from.name })
  return {
    changes: [
      ...(isRenamed ? [renamed] : []),
      ...fields.map((field) => change(`order type "${to.name}": ${fieldText(field)}`, { orderType: from.name })),
      ...statuses.changes,
    ],
    removed: isRenamed
      ? [
          { orderType: from.name, status: null, toOrderType: to.name, toStatus: null },
          ...statuses.removed.map((one) => ({ ...one, toOrderType: to.name })),
        ]
      : statuses.removed,
  }
}

function diffStatuses(from: OrderType, to: OrderType): OrderTypeChanges {
  const pairs = paired(from.orderStatuses, to.orderStatuses, { name: ({ name }) => name, isRename: isSameStatus })
  const removed: RemovedStatus[] = []
  const changes = pairs.flatMap(([before, after]): ConfigChange[] => {
    if (before === null) return [change(`${to.name}: status "${(after as OrderStatus).name}" is added`)]
    const touched = { orderType: from.name, status: before.name }
    const known = knownByName.includes(before.name) ? `Rules of the program know "${before.name}" by its name.` : undefined
    if (after?.name !== before.name)
      removed.push({ orderType: from.name, status: before.name, toOrderType: null, toStatus: after?.name ?? null })
    if (after === null) return [change(`${to.name}: status "${before.name}" is removed`, touched, known)]
    const renamed = change(`${to.name}: status "${before.name}" is renamed to "${after.name}"`, touched, known)
    const fields = changedFields(before, after, ['name', 'workflowSteps'])
    return [
      ...(before.name === after.name ? [] : [renamed]),
      ...fields.map((field) => change(`${to.name}: status "${after.name}": ${fieldText(field)}`, touched)),
      ...diffSteps(before, after, { ...touched, type: to.name }),
    ]
  })
  return { changes, removed }
}

type StepPlace = { orderType: string; status: string; type: string }

function diffSteps(before: OrderStatus, after: OrderStatus, { type, ...place }: StepPlace): ConfigChange[] {
  const [from, to] = [inOrder(before), inOrder(after)]
  const at = (what: string, step: WorkflowStep) => change(`${type}: ${after.name}: ${what}`, { ...place, stepIds: [step.id] })
  const kept = to.filter(({ id }) => from.some((step) => step.id === id))
  const orderBefore = from.filter(({ id }) => kept.some((step) => step.id === id)).map(({ id }) => id)
  const isReordered = orderBefore.join('\n') !== kept.map(({ id }) => id).join('\n')
  const order = `steps run in another order: ${to.map(({ name }) => name).join(', ')}`
  return [
    ...from.filter(({ id }) => !kept.some((step) => step.id === id)).map((step) => at(`step ${stepText(step)} is removed`, step)),
    ...to.filter((step) => !kept.includes(step)).map((step) => at(`step ${stepText(step)} is added`, step)),
    ...kept.flatMap((step) => {
      const earlier = from.find(({ id }) => id === step.id) as WorkflowStep
      return changedFields(earlier, step, ['index']).map((field) => at(`step ${stepText(step)}: ${fieldText(field)}`, step))
    }),
    ...(isReordered ? [change(`${type}: ${after.name}: ${order}`, place)] : []),
  ]
}

function inOrder({ workflowSteps }: OrderStatus): WorkflowStep[] {
  return [...workflowSteps].sort((a, b) => a.index - b.index)
}

function stepText({ id, name }: WorkflowStep): string {
  return `${name} (${id})`
}

type PairRules<T> = { name(item: T): string; isRename(before: T, after: T): boolean }

/**
 * Items of the same name, then what seems to be the same under another name, then the rest alone.
 */
function paired<T>(before: readonly T[], after: readonly T[], { name, isRename }: PairRules<T>): [T | null, T | null][] {
  const added = after.filter((item) => !before.some((other) => name(other) === name(item)))
  const pairs = before.map((item): [T, T | null] => {
    const same = after.find((other) => name(other) === name(item))
    if (same !== undefined) return [item, same]
    const renamed = added.findIndex((candidate) => isRename(item, candidate))
    return [item, renamed < 0 ? null : (added.splice(renamed, 1)[0] as T)]
  })
  return [...pairs, ...added.map((item): [null, T] => [null, item])]
}

/**
 * A status is the same under another name when it has steps in common, or is the same but for its
 * name.
 */
function isSameStatus(before: OrderStatus, after: OrderStatus): boolean {
  const ids = new Set(before.workflowSteps.map(({ id }) => id))
  if (after.workflowSteps.some(({ id }) => ids.has(id))) return true
  return changedFields(before, after, ['name', 'displayName', 'translateKey', 'availableSteps']).length === 0
}

/** At least half of the statuses have the same names. */
function isSameType(before: OrderType, after: OrderType): boolean {
  const names = new Set(after.orderStatuses.map(({ name }) => name))
  return (
    before.orderStatuses.filter(({ name }) => names.has(name)).length * 2 >= Math.max(names.size, before.orderStatuses.length)
  )
}

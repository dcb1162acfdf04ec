import type { Order } from '@open-oms/contracts/orders/order'
import { auditedChanges } from '../../../services/orders-workflow/src/order/rules/audit/audited-changes.ts'
import { calculatedOrder } from '../../../services/orders-workflow/src/order/rules/calculated-order.ts'
import { changedFields, isEqual } from '../../../services/orders-workflow/src/order/rules/context/changed-fields.ts'
import type { VersionConfig } from '../../../services/orders-workflow/src/order/rules/context/order-context.ts'
import { nextVersion } from '../../../services/orders-workflow/src/order/rules/order-version.ts'
import { withOrderPatch } from '../../../services/orders-workflow/src/order/rules/patches/order-patch.ts'
import type { OrderPatchInput } from '../../../services/orders-workflow/src/order/rules/patches/order-patch-options.ts'
import type { PaymentInput } from '../../../services/orders-workflow/src/order/rules/payments/new-payments.ts'
import { mergePayments } from '../../../services/orders-workflow/src/order/rules/payments/order-payments.ts'
import type { RequestRecord } from '../history.ts'
import type { VersionRecord } from '../state.ts'
import { marksOf } from './marks.ts'

/** A version beside the one before it. */
export type Step = { before: Order | null; after: Order; record: VersionRecord }

/** The rules of the order as the model of what each version must be. */
export type Model = {
  /** Takes the bodies of requests whose versions are made again. */
  learn(requests: readonly RequestRecord[]): void
  /** What of a version does not follow from the one before. */
  check(step: Step): string[]
  /** The acts that the audit log must have of it. */
  audited(before: Order | null, after: Order): string[]
}

/** What each of these commands may change; the others change what their steps do. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  AddComment: ['orderNotes', 'publicOrderNotes'],
  ChangeComment: ['orderNotes', 'publicOrderNotes'],
  HoldOrder: ['holds', 'isPickable'],
  ReleaseHold: ['holds', 'isPickable'],
}

type Sent = { operation: string; body: unknown }

export function createModel(config: VersionConfig): Model {
  const sent = new Map<string, Sent>()
  return {
    learn: (requests) => {
      for (const { operation, mark, body } of requests)
        if (mark !== null && (operation === 'patch' || operation === 'pay')) sent.set(mark, { operation, body })
        else if (operation === 'payLink') sent.set((body as PaymentInput[])[0]?.transactionId ?? '', { operation, body })
    },
    check: (step) => [...calculationFaults(step, config), ...fieldFaults(step), ...repetitionFaults(step, config, sent)],
    audited: (before, after) => auditedChanges(before, after).map(({ act }) => act),
  }
}

/** Amounts and quantities are what the rules make of the order once more. */
function calculationFaults({ before, after }: Step, config: VersionConfig): string[] {
  try {
    const again = calculatedOrder({ ...after }, config, before)
    const fields = changedFields(after, again)
    return fields.length === 0 ? [] : [`calculated again, ${fields.join(', ')} differ`]
  } catch (error) {
    return [(error as Error).message]
  }
}

function fieldFaults({ before, after, record }: Step): string[] {
  const may = allowed[record.operation]
  if (before === null || may === undefined) return []
  return changedFields(before, after)
    .filter((field) => !may.includes(field))
    .map((field) => `has changed ${field}`)
}

/** A patch, or payments, applied to the version before, give this one. */
function repetitionFaults({ before, after, record }: Step, config: VersionConfig, sent: ReadonlyMap<string, Sent>): string[] {
  if (before === null || !['PatchOrder', 'AddPayments'].includes(record.operation)) return []
  const known = marksOf(before)
  const news = [...marksOf(after).keys()].filter((mark) => !known.has(mark))
  const [request] = [...news, ...paidLinks(before, after)].flatMap((mark) => sent.get(mark) ?? [])
  if (request === undefined) return [`nobody has asked for it: ${news.join(', ') || 'no mark is new'}`]
  const time = new Date(after.modified as string)
  const newIds = after.orderForm.payments.map(({ id }) => id as string).slice(before.orderForm.payments.length)
  const newId = () => newIds.shift() ?? (after.versionId as string)
  const edited = edit(before, request, { config, now: time.toISOString(), newId })
  const stored = { order: before, allocations: [], versionNumber: record.number - 1, versionId: '', eventSequence: 0 }
  const authorship = { operation: record.operation, by: after.modifiedBy as string, actor: '', time }
  const change = { order: edited, kind: 'edit', run: null, events: [], newLineIds: null } as const
  const again = nextVersion(stored, change, { config, newId: () => after.versionId as string, authorship })
  if (again === null) return ['the rules make no version of it']
  const fields = changedFields(after, again.order)
  return fields.length === 0 || isEqual(after, again.order) ? [] : [`made again, ${fields.join(', ')} differ`]
}

/** The transactions of links that were paid in between; one that was withdrawn may be paid too. */
function paidLinks(before: Order, after: Order): string[] {
  const statuses = new Map(before.orderForm.payments.map(({ id, status }) => [id, status]))
  const paid = after.orderForm.payments.filter(({ id, status }) => statuses.has(id) && statuses.get(id) !== status)
  return paid.flatMap(({ transactionId }) => transactionId ?? [])
}

type EditContext = { config: VersionConfig; now: string; newId: () => string }

function edit(before: Order, { operation, body }: Sent, context: EditContext): Order {
  if (operation === 'patch') return withOrderPatch(before, body as OrderPatchInput, context)
  const payments = mergePayments(before.orderForm.payments, body as PaymentInput[], context)
  return { ...before, orderForm: { ...before.orderForm, payments } }
}

import type { Order, OrderExplanation, TimelineEntry } from '@open-oms/client/types'
import type { Format } from '../display/format.ts'
import { orderFieldsNb } from '../texts/nb/order-fields.ts'
import { timelineNb } from '../texts/nb/timeline.ts'
import { whyActionNb, whyNb, whyNextNb } from '../texts/nb/why.ts'

export type Reason = OrderExplanation['reasons'][number]
type Action = Reason['actions'][number]
type Values = Readonly<Record<string, string | undefined>>
type Words = { format: Pick<Format, 'money' | 'quantity' | 'time'>; currency: Order['billingCurrency'] }

/** The sentences of the API in Norwegian; null where there is none for the facts at hand, so that the English one is shown. */
export type NorwegianSentences = {
  reason: (reason: Reason, words: Words) => string | null
  next: (reason: Reason, words: Words) => string | null
  action: (action: Action) => string | null
  entry: (entry: TimelineEntry, words: Words) => string | null
}

export const norwegianSentences: NorwegianSentences = {
  reason: (reason, words) => filled(whyNb[reason.code], factsOf(reason, words)),
  next: ({ code, next }, { format }) => {
    const at = next === null || next.at === null ? undefined : format.time(next.at)
    return filled(whyNextNb[code], { at })
  },
  action: (action) => {
    const { name, ...values } = actionOf(action)
    return name === null ? null : filled(whyActionNb[name], values)
  },
  entry: ({ kind, data }, { format, currency }) => {
    const values = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, textOf(value)]))
    const amount = typeof data.amount === 'number' ? format.money(data.amount, currency) : undefined
    const fields = Array.isArray(data.changedFields) ? data.changedFields.map((name) => orderFieldsNb[name] ?? name) : []
    return filled(timelineNb[entryName(kind, data)], { ...values, amount, fields: fields.join(', ') })
  },
}

/** A text with its values; null when it lacks one, or there is no text. */
function filled(text: string | undefined, values: Values): string | null {
  if (text === undefined) return null
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.some((name) => values[name] === undefined)) return null
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '').trim()
}

/** The facts of a reason by kind and field: of evidence `Step` with `reason` it is `stepReason`. */
function factsOf({ evidence }: Reason, { format, currency }: Words): Values {
  const facts = evidence.flatMap(({ kind, data }) =>
    Object.entries(data).map(([field, value]) => {
      const isMoney = kind === 'Payment' || kind === 'ReturnForm' || kind === 'Order'
      const text = typeof value !== 'number' ? textOf(value) : isMoney ? format.money(value, currency) : format.quantity(value)
      return [`${kind.charAt(0).toLowerCase()}${kind.slice(1)}${field.charAt(0).toUpperCase()}${field.slice(1)}`, text] as const
    }),
  )
  // The first fact of a name is that of the reason itself; a step without a reason, or a hold without a note, has nothing to add.
  return { stepReason: '', holdNote: '', ...Object.fromEntries(facts.filter(([, text]) => text !== undefined).toReversed()) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

type ActionName = keyof typeof whyActionNb

const namesOfCalls: Readonly<Record<string, ActionName>> = {
  Restore: 'restore',
  RetryStep: 'retry',
  Resume: 'resume',
  Dismiss: 'dismiss',
  Release: 'release',
  AddPayments: 'pay',
  Adjust: 'bookIn',
}

type NamedAction = { name: ActionName | null; status?: string; shipment?: string }

function actionOf({ url, body }: Action): NamedAction {
  const call = url?.split('/').at(-1) ?? ''
  const fields = (body ?? {}) as Record<string, unknown>
  if (call === 'UpdateStatus') return statusAction(fields)
  if (call === 'PatchOrder') return { name: 'errors' in fields ? 'closeError' : fields.isReadOnly === false ? 'unlock' : null }
  return { name: namesOfCalls[call] ?? null }
}

function statusAction({ status, shipmentInfo, returnId }: Record<string, unknown>): NamedAction {
  // A word in angle brackets is to be filled in.
  if (typeof status !== 'string' || status.startsWith('<')) return { name: null }
  if (typeof returnId === 'string') return { name: 'enterReturn', status }
  const shipment = ((shipmentInfo ?? {}) as { shipmentId?: unknown }).shipmentId
  return typeof shipment === 'string' ? { name: 'enterShipment', status, shipment } : { name: 'enter', status }
}

function entryName(kind: TimelineEntry['kind'], data: TimelineEntry['data']): keyof typeof timelineNb {
  switch (kind) {
    case 'version':
      return Array.isArray(data.changedFields) && data.changedFields.length > 0 ? 'versionChanged' : 'version'
    case 'statusChanged':
      return data.previousStatus === null ? 'statusBegan' : 'statusChanged'
    case 'comment':
      return data.type === 'Public' ? 'commentPublic' : 'commentInternal'
    case 'workflowStep':
      return data.actionStatus === null ? 'workflowStepOpen' : 'workflowStep'
    case 'message':
      return messageName(data)
    case 'hold':
      return data.event === 'Released' ? 'holdReleased' : 'holdPlaced'
    default:
      return kind
  }
}

function messageName({ type, resendOf }: TimelineEntry['data']): keyof typeof timelineNb {
  if (typeof resendOf === 'string') return type === 'sms' ? 'smsAgain' : 'emailAgain'
  return type === 'sms' ? 'sms' : 'email'
}

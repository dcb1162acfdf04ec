import { orderFieldsNb } from '../../texts/nb/api/order-fields.ts'
import { whyActionNb, whyNb, whyNextNb } from '../../texts/nb/api/why.ts'
import { timelineNb } from '../../texts/nb/timeline.ts'
import { factText, filled, type Reason, type ReasonAction, type Sentences, type SentenceWords, type Values } from './sentences.ts'
import { timelineSentences } from './timeline-sentences.ts'

/** The sentences of the API in Norwegian, made of its codes and facts. */
export const norwegianSentences: Sentences = {
  reason: (reason, words) => filled(whyNb[reason.code], evidenceValues(reason, words)),
  next: ({ code, next }, { format }) => {
    const at = next === null || next.at === null ? undefined : format.time(next.at)
    return filled(whyNextNb[code], { at })
  },
  action: (action, { statusName }) => {
    const { name, status, ...values } = toNamedAction(action)
    if (name === null) return null
    return filled(whyActionNb[name], { ...values, status: status === undefined ? undefined : statusName(status) })
  },
  entry: timelineSentences(timelineNb, (field) => orderFieldsNb[field] ?? field),
}

/** The facts of a reason by kind and field: of evidence `Step` with `reason` it is `stepReason`. */
function evidenceValues({ evidence }: Reason, words: SentenceWords): Values {
  const facts = evidence.flatMap(({ kind, data }) =>
    Object.entries(data).map(([field, value]) => {
      const name = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}${field.charAt(0).toUpperCase()}${field.slice(1)}`
      return [name, formatFact({ kind, field, value }, words)] as const
    }),
  )
  // The first fact of a name is that of the reason itself; a step without a reason, or a hold
  // without a note, has nothing to add.
  return { stepReason: '', holdNote: '', ...Object.fromEntries(facts.filter(([, text]) => text !== undefined).toReversed()) }
}

type Fact = { kind: Reason['evidence'][number]['kind']; field: string; value: unknown }

function formatFact({ kind, field, value }: Fact, { format, currency, words, statusName }: SentenceWords): string | undefined {
  if (typeof value === 'number') {
    const isMoney = kind === 'Payment' || kind === 'ReturnForm' || kind === 'Order'
    return isMoney ? format.money(value, currency) : format.quantity(value)
  }
  const text = factText(value)
  if (text === undefined) return undefined
  if (kind === 'Payment' && field === 'transactionType') return words('transactionTypes', text)
  return field === 'status' ? statusName(text) : text
}

type ActionName = keyof typeof whyActionNb

const namesOfCalls: Readonly<Record<string, ActionName>> = {
  Restore: 'restore',
  RetryStep: 'retry',
  Resume: 'resume',
  Dismiss: 'dismiss',
  Release: 'release',
  Adjust: 'bookIn',
}

type NamedAction = { name: ActionName | null; status?: string; shipment?: string }

function toNamedAction({ url, body }: ReasonAction): NamedAction {
  const call = url?.split('/').at(-1) ?? ''
  const fields = (body ?? {}) as Record<string, unknown>
  if (call === 'UpdateStatus') return statusAction(fields)
  if (call === 'PatchOrder') return { name: 'errors' in fields ? 'closeError' : fields.isReadOnly === false ? 'unlock' : null }
  if (call === 'AddPayments') return { name: recordedIn(fields) }
  if ('creditAmount' in fields) return { name: 'creditLeft' }
  return { name: namesOfCalls[call] ?? null }
}

function recordedIn({ payments }: Record<string, unknown>): ActionName {
  const types: unknown[] = Array.isArray(payments) ? payments.map(({ transactionType }) => transactionType) : []
  if (types.includes('Void')) return 'void'
  return types.includes('Credit') ? 'refund' : 'pay'
}

function statusAction({ status, shipmentInfo, returnId }: Record<string, unknown>): NamedAction {
  // A word in angle brackets is to be filled in.
  if (typeof status !== 'string' || status.startsWith('<')) return { name: null }
  if (typeof returnId === 'string') return { name: 'enterReturn', status }
  const shipment = ((shipmentInfo ?? {}) as { shipmentId?: unknown }).shipmentId
  return typeof shipment === 'string' ? { name: 'enterShipment', status, shipment } : { name: 'enter', status }
}

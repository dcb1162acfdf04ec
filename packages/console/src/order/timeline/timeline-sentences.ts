import type { TimelineEntry } from '@open-oms/client/types'
import type { timelineEn } from '../../texts/en/timeline.ts'
import type { VocabularyName } from '../../vocabulary/words.ts'
import { factText, filled, type SentenceWords, type Values } from './sentences.ts'

export type TimelineTexts = Readonly<Record<keyof typeof timelineEn, string>>

type Kind = TimelineEntry['kind']
type Data = TimelineEntry['data']

/** What happened to an order, in a language. `fieldName`: what people call a field of an order. */
export function timelineSentences(texts: TimelineTexts, fieldName: (field: string) => string) {
  return ({ kind, data }: TimelineEntry, words: SentenceWords): string | null => {
    const amount = typeof data.amount === 'number' ? words.format.money(data.amount, words.currency) : undefined
    const fields = Array.isArray(data.changedFields) ? data.changedFields.map(String).map(fieldName).join(', ') : undefined
    return filled(texts[textName(kind, data)], {
      ...sentenceValues(kind, data, words),
      ...messageValues(data, words),
      amount,
      fields,
    })
  }
}

/** The facts of an entry of which the API has fixed words, by its kind. */
const vocabularies: Readonly<Record<Kind, Readonly<Record<string, VocabularyName>>>> = {
  version: { operation: 'orderOperations' },
  statusChanged: {},
  payment: { transactionType: 'transactionTypes', status: 'paymentStatuses' },
  comment: {},
  workflowRun: { state: 'runStates' },
  workflowStep: { actionType: 'workflowSteps', actionStatus: 'stepOutcomes' },
  message: { state: 'messageStates' },
  webhook: { state: 'deliveryStates' },
  hold: { releaseCause: 'holdReleaseCauses' },
}

/** The facts of an entry that are statuses of the order's type. */
const statuses: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  statusChanged: ['status', 'previousStatus'],
  workflowRun: ['status'],
}

function sentenceValues(kind: Kind, data: Data, { words, statusName }: SentenceWords): Values {
  const shown = Object.entries(data).map(([name, value]) => {
    const text = factText(value)
    if (text === undefined) return [name, text]
    const vocabulary = vocabularies[kind][name]
    if (vocabulary !== undefined) return [name, words(vocabulary, text)]
    return [name, statuses[kind]?.includes(name) ? statusName(text) : text]
  })
  return Object.fromEntries(shown)
}

/** What a message is called, and how far it is, as parts of a sentence. */
function messageValues({ subject, state }: Data, { words }: SentenceWords): Values {
  const messageState = typeof state === 'string' ? words('messageStates', state).toLowerCase() : undefined
  return { subject: typeof subject === 'string' && subject !== '' ? ` "${subject}"` : '', messageState }
}

function textName(kind: Kind, data: Data): keyof TimelineTexts {
  switch (kind) {
    case 'version':
      return saysFields(data) ? 'versionChanged' : 'version'
    case 'statusChanged':
      return data.previousStatus === null ? 'statusBegan' : 'statusChanged'
    case 'payment':
      return isProcessed(data) ? 'payment' : 'paymentOpen'
    case 'workflowRun':
      return typeof data.shipmentId === 'string' ? 'workflowRunShipment' : 'workflowRun'
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

/** Of other writes the fields say less than what they are called. */
function saysFields({ operation, changedFields }: Data): boolean {
  return operation === 'PatchOrder' && Array.isArray(changedFields)
}

function isProcessed({ status }: Data): boolean {
  return status === 'Processed'
}

function messageName({ type, resendOf }: Data): keyof TimelineTexts {
  if (typeof resendOf === 'string') return type === 'sms' ? 'smsAgain' : 'emailAgain'
  return type === 'sms' ? 'sms' : 'email'
}

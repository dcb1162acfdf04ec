import type { TimelineEntry } from '@open-oms/client/types'
import { timelineKinds } from '@open-oms/contracts/orders/timeline'
import t from 'tap'
import { createFormat } from '../../display/format.ts'
import { timelineEn } from '../../texts/en/timeline.ts'
import { vocabularyEn } from '../../texts/en/vocabulary.ts'
import { timelineNb } from '../../texts/nb/timeline.ts'
import { vocabularyNb } from '../../texts/nb/vocabulary.ts'
import { wordsIn } from '../../vocabulary/words.ts'
import { englishSentences } from './english-sentences.ts'
import { norwegianSentences } from './norwegian-sentences.ts'

const statusName = (status: string) => (status === 'InProgress' ? 'Under arbeid' : status)
const words = { format: createFormat('nb-NO', 'UTC'), currency: 'NOK', words: wordsIn(vocabularyNb), statusName }
const english = { ...words, format: createFormat('en-GB', 'UTC'), words: wordsIn(vocabularyEn) }
const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null

const samples: Readonly<Record<TimelineEntry['kind'], readonly Record<string, unknown>[]>> = {
  version: [
    { operation: 'Create', changedFields: [] },
    { operation: 'PatchOrder', changedFields: ['customerPhone', 'tags'] },
  ],
  statusChanged: [
    { status: 'New', previousStatus: null },
    { status: 'Shipped', previousStatus: 'New' },
  ],
  payment: [
    { transactionType: 'Capture', amount: 125, paymentMethodName: 'Card', status: 'Processed' },
    { transactionType: 'Capture', amount: 125, paymentMethodName: 'Card', status: 'Failed' },
  ],
  comment: [{ type: 'Public' }, { type: 'Internal' }],
  workflowRun: [
    { status: 'New', state: 'Finished' },
    { status: 'New', state: 'Finished', shipmentId: '2' },
  ],
  workflowStep: [
    { actionType: 'BookShipment', actionStatus: 'Success' },
    { actionType: 'BookShipment', actionStatus: null },
  ],
  message: [
    { type: 'email', state: 'Sent' },
    { type: 'sms', state: 'Waiting', resendOf: null },
    { type: 'email', state: 'Sent', resendOf: 'm-1' },
    { type: 'sms', state: 'Waiting', resendOf: 'm-2' },
  ],
  webhook: [{ eventType: 'orders.order.created.v1', subscriptionId: 'erp', state: 'Delivered' }],
  hold: [
    { reasonCode: 'Fraud', event: 'Placed' },
    { reasonCode: 'Fraud', event: 'Released', releaseCause: 'Person' },
  ],
}

const entry = (kind: TimelineEntry['kind'], data: Record<string, unknown>): TimelineEntry => ({
  ...{ time: '', kind, summary: '', actor: null, versionId: null, data },
})

t.test('given entries of every kind, when they are put in a language, then each text of its table is used', async (t) => {
  t.same(Object.keys(samples), [...timelineKinds])
  const all = Object.entries(samples).flatMap(([kind, of]) => of.map((data) => entry(kind as TimelineEntry['kind'], data)))
  for (const [sentences, used, table] of [
    [norwegianSentences, words, timelineNb],
    [englishSentences, english, timelineEn],
  ] as const) {
    const texts = all.map((one) => sentences.entry(one, used))
    t.ok(texts.every((text) => text !== null && !text.includes('{')))
    t.equal(new Set(texts).size, Object.keys(table).length)
  }
})

t.test('given an entry, when it is put in a language, then codes of the API are written as people say them', async (t) => {
  const norwegian = (kind: TimelineEntry['kind'], data: Record<string, unknown>) =>
    plain(norwegianSentences.entry(entry(kind, data), words))
  const refund = { transactionType: 'Credit', amount: 125, paymentMethodName: 'Card', status: 'Processed' }
  t.equal(
    norwegian('version', { operation: 'PatchOrder', changedFields: ['customerPhone', 'tags'] }),
    'Redigering: Kundens telefon, Etiketter',
  )
  t.equal(norwegian('payment', refund), 'Refusjon på 125,00 NOK med Card')
  t.equal(norwegian('statusChanged', { status: 'InProgress', previousStatus: 'New' }), 'Status endret fra New til Under arbeid')
  t.equal(norwegian('workflowRun', { status: 'InProgress', state: 'Aborted' }), 'Steg for Under arbeid: Feilet')
  t.equal(norwegian('workflowStep', { actionType: 'BookShipment', actionStatus: 'Error' }), 'Bestill frakt: Feilet')
  t.equal(norwegian('version', { operation: 'AddedLater', changedFields: [] }), 'AddedLater', 'an unknown word')
  t.equal(norwegian('statusChanged', { previousStatus: 'New' }), null, 'without a fact')
  t.equal(norwegian('message', { type: 'email', state: 'Sent', subject: 'Din ordre' }), 'E-post "Din ordre": sendt')
  const patched = entry('version', { operation: 'PatchOrder', changedFields: ['customerPhone'] })
  t.equal(englishSentences.entry(patched, english), 'Edit: Customer phone')
})

import { timelineKinds } from '@oms/contracts/orders/timeline'
import { orderReasons } from '@oms/contracts/why/order-reasons'
import { evidenceKinds } from '@oms/contracts/why/reason'
import type { TimelineEntry } from '@open-oms/client/types'
import t from 'tap'
import { createFormat } from '../../display/format.ts'
import { timelineEn } from '../../texts/en/timeline.ts'
import { vocabularyEn } from '../../texts/en/vocabulary.ts'
import { whyNb, whyNextNb } from '../../texts/nb/api/why.ts'
import { timelineNb } from '../../texts/nb/timeline.ts'
import { vocabularyNb } from '../../texts/nb/vocabulary.ts'
import { wordsIn } from '../../vocabulary/words.ts'
import { englishSentences } from './english-sentences.ts'
import { norwegianSentences } from './norwegian-sentences.ts'
import type { Reason } from './sentences.ts'

const statusName = (status: string) => (status === 'InProgress' ? 'Under arbeid' : status)
const words = { format: createFormat('nb-NO', 'UTC'), currency: 'NOK', words: wordsIn(vocabularyNb), statusName }
const english = { ...words, format: createFormat('en-GB', 'UTC'), words: wordsIn(vocabularyEn) }
const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null

const reason = (given: Partial<Reason>): Reason => ({
  code: 'OrderComplete',
  waitsFor: 'Nothing',
  about: { kind: 'Order', id: 'o' },
  sentence: '',
  since: null,
  next: null,
  actions: [],
  evidence: [],
  ...given,
})

t.test('given every code of a reason, when the language is Norwegian, then there is a sentence of known facts', async (t) => {
  t.same(Object.keys(whyNb), Object.keys(orderReasons))
  t.ok(Object.keys(whyNextNb).every((code) => code in orderReasons))
  const kinds = evidenceKinds.map((kind) => kind.charAt(0).toLowerCase() + kind.slice(1))
  for (const [code, text] of Object.entries(whyNb)) {
    for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g))
      t.ok(
        kinds.some((kind) => name.startsWith(kind)),
        `${code}: ${name}`,
      )
  }
})

t.test('given a reason with its facts, when it is put in Norwegian, then it has them as people write them', async (t) => {
  const captured = reason({
    code: 'CaptureAtStatus',
    next: { sentence: 'It expires.', at: '2026-01-02T10:00:00.000Z' },
    evidence: [{ kind: 'Payment', data: { amount: 1250.5 } }],
  })
  t.match(plain(norwegianSentences.reason(captured, words)), /^1 250,50 NOK er reservert/)
  t.match(norwegianSentences.next(captured, words), /^Reservasjonen utløper 2\. jan\. 2026/)
  const step = { kind: 'Step' as const, data: { step: 'BookShipment', reason: 'No such address {x}' } }
  const failed = reason({ code: 'BookingRefused', evidence: [{ kind: 'Run', data: { status: 'Shipped' } }, step] })
  t.equal(
    norwegianSentences.reason(failed, words),
    'Steget BookShipment feilet: transportøren avviste det. No such address {x}',
    'the text of others is no pattern',
  )
  const payment = { kind: 'Payment' as const, data: { amount: 100, transactionType: 'Credit' } }
  t.match(
    plain(norwegianSentences.reason(reason({ code: 'PaymentPending', evidence: [payment] }), words)),
    /^Betalingen på 100,00 NOK \(Tilbakebetaling\)/,
  )
  const order = { kind: 'Order' as const, data: { status: 'InProgress' } }
  t.match(
    norwegianSentences.reason(reason({ code: 'AwaitingStatus', evidence: [order] }), words),
    /^Ordren har status Under arbeid\./,
  )
})

t.test(
  'given a reason without a fact that its sentence names, when it is put in Norwegian, then the English one holds',
  async (t) => {
    t.equal(norwegianSentences.reason(reason({ code: 'CaptureAtStatus' }), words), null)
    t.equal(norwegianSentences.next(reason({ code: 'HeldByRule', next: { sentence: 'By a rule.', at: null } }), words), null)
    t.equal(norwegianSentences.reason(reason({ code: 'AddedLater' as 'OrderComplete' }), words), null)
  },
)

t.test('given actions, when they are put in Norwegian, then it is by their calls', async (t) => {
  const action = (url: string, body: unknown) => norwegianSentences.action({ sentence: '', method: 'POST', url, body }, words)
  t.equal(action('/api/Orders/o/UpdateStatus', { status: 'Shipped' }), 'Sett ordren til Shipped.')
  t.equal(action('/api/Orders/o/UpdateStatus', { status: 'InProgress' }), 'Sett ordren til Under arbeid.')
  t.equal(
    action('/api/Orders/o/UpdateStatus', { status: 'Shipped', shipmentInfo: { shipmentId: '2' } }),
    'Sett forsendelse 2 til Shipped.',
  )
  t.equal(action('/api/Returns/o/UpdateStatus', { status: 'Completed', returnId: 'r' }), 'Sett returen til Completed.')
  t.equal(action('/api/Orders/o/UpdateStatus', { status: '<status>' }), null)
  t.equal(action('/api/Orders/o/Holds/1/Release', { note: '<why>' }), 'Frigi ordren når grunnen er borte.')
  t.equal(action('/api/Orders/o/PatchOrder', { errors: [] }), 'Lukk feilen når det ikke er mer å gjøre med den.')
  t.equal(action('/api/Orders/o/New', null), null)
})

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
    'Redigering: Kundens telefon, Merkelapper',
  )
  t.equal(norwegian('payment', refund), 'Tilbakebetaling på 125,00 NOK med Card')
  t.equal(norwegian('statusChanged', { status: 'InProgress', previousStatus: 'New' }), 'Status endret fra New til Under arbeid')
  t.equal(norwegian('workflowRun', { status: 'InProgress', state: 'Aborted' }), 'Steg for Under arbeid: Feilet')
  t.equal(norwegian('workflowStep', { actionType: 'BookShipment', actionStatus: 'Error' }), 'Bestill frakt: Feilet')
  t.equal(norwegian('version', { operation: 'AddedLater', changedFields: [] }), 'AddedLater', 'an unknown word')
  t.equal(norwegian('statusChanged', { previousStatus: 'New' }), null, 'without a fact')
  t.equal(norwegian('message', { type: 'email', state: 'Sent', subject: 'Din ordre' }), 'E-post "Din ordre": sendt')
  const patched = entry('version', { operation: 'PatchOrder', changedFields: ['customerPhone'] })
  t.equal(englishSentences.entry(patched, english), 'Edit: Customer phone')
})

t.test('given a reason in English, when it names a status, then that is what people call it', async (t) => {
  const sentence = 'The order is InProgress. Nothing takes it further: someone sends InProgressLater next.'
  const evidence = [{ kind: 'Order' as const, data: { status: 'InProgress' } }]
  t.equal(
    englishSentences.reason(reason({ sentence, evidence }), english),
    'The order is Under arbeid. Nothing takes it further: someone sends InProgressLater next.',
  )
  const action = { sentence: 'Enter InProgress.', method: 'POST' as const, url: '', body: { status: 'InProgress' } }
  t.equal(englishSentences.action(action, english), 'Enter Under arbeid.')
})

import { timelineKinds } from '@oms/contracts/orders/timeline'
import { orderReasons } from '@oms/contracts/why/order-reasons'
import { evidenceKinds } from '@oms/contracts/why/reason'
import type { TimelineEntry } from '@open-oms/client/types'
import t from 'tap'
import { formatOf } from '../display/format.ts'
import { timelineNb } from '../texts/nb/timeline.ts'
import { whyNb, whyNextNb } from '../texts/nb/why.ts'
import { norwegianSentences, type Reason } from './norwegian-sentences.ts'

const words = { format: formatOf('nb-NO', 'UTC'), currency: 'NOK' }
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
  const action = (url: string, body: unknown) => norwegianSentences.action({ sentence: '', method: 'POST', url, body })
  t.equal(action('/api/Orders/o/UpdateStatus', { status: 'Shipped' }), 'La ordren få status Shipped.')
  t.equal(
    action('/api/Orders/o/UpdateStatus', { status: 'Shipped', shipmentInfo: { shipmentId: '2' } }),
    'La forsendelse 2 få status Shipped.',
  )
  t.equal(action('/api/Returns/o/UpdateStatus', { status: 'Completed', returnId: 'r' }), 'La returen få status Completed.')
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
  payment: [{ transactionType: 'Capture', amount: 125, paymentMethodName: 'Card', status: 'Processed' }],
  comment: [{ type: 'Public' }, { type: 'Internal' }],
  workflowRun: [{ status: 'New', state: 'Finished' }],
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

t.test('given entries of every kind, when the language is Norwegian, then each text of the table is used', async (t) => {
  t.same(Object.keys(samples), [...timelineKinds])
  const entry = (kind: TimelineEntry['kind'], data: Record<string, unknown>) =>
    norwegianSentences.entry({ time: '', kind, summary: '', actor: null, versionId: null, data }, words)
  const texts = Object.entries(samples).flatMap(([kind, all]) => all.map((data) => entry(kind as TimelineEntry['kind'], data)))
  t.ok(texts.every((text) => text !== null && !text.includes('{')))
  t.equal(new Set(texts).size, Object.keys(timelineNb).length)
  t.ok(texts.includes('PatchOrder endret: Kundens telefon, Merkelapper.'))
  t.match(plain(entry('payment', samples.payment[0] ?? {})), /^Capture på 125,00 NOK med Card: Processed\.$/)
  t.equal(entry('statusChanged', { previousStatus: 'New' }), null, 'without a fact')
})

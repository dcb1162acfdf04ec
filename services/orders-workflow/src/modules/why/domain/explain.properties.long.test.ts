import { paymentStatuses, transactionTypes } from '@open-oms/contracts/orders/payment'
import { orderReasons } from '@open-oms/contracts/why/catalogue/order-catalogue'
import { sentenceFormat } from '@open-oms/contracts/why/catalogue/sentence-format'
import { OrderReason } from '@open-oms/contracts/why/order-reasons'
import { writeReasons } from '@open-oms/contracts/why/write-reasons'
import { amountText } from '@open-oms/money/amount-text'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import t from 'tap'
import { newPayment } from '../../../order/rules/payments/new-payments.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { sampleTerms } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { reasonsOfLine, reasonsOfOrder, reasonsOfPayment } from './explain.ts'
import type { Facts, RunFacts } from './facts.ts'

const now = '2026-03-02T10:00:00.000Z'
const { orderTypes: types } = await sampleConfig()
const online = types.find(({ name }) => name === 'Online')
const steps = online?.orderStatuses.find(({ name }) => name === 'Shipped')?.workflowSteps ?? []
const statuses = [...(online?.orderStatuses.map(({ name }) => name) ?? []), 'Gone']

const payment = fc.record({
  amount: fc.integer({ min: 1, max: 100_000 }).map((minor) => minor / 100),
  transactionType: fc.constantFrom(...transactionTypes),
  status: fc.constantFrom(...paymentStatuses),
  transactionId: fc.constantFrom('t1', 't2', ''),
  authorizationExpires: fc.constantFrom(null as never, '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'),
})

const run = fc.record({
  state: fc.constantFrom('Running', 'Waiting', 'Held', 'Finished', 'Aborted', 'Interrupted'),
  shipmentId: fc.constantFrom(null, '1', 'gone'),
  returnId: fc.constantFrom(null, null, '1'),
  isSilent: fc.boolean(),
  takeOvers: fc.integer({ min: 0, max: 10 }),
  ended: fc.integer({ min: 0, max: steps.length }),
  isOpen: fc.boolean(),
  reasonClass: fc.constantFrom('Refused', 'NotReady', 'Unreachable', 'Rule', null),
})

type RandomRun = typeof run extends fc.Arbitrary<infer T> ? T : never

function buildRun({ ended, isOpen, reasonClass, ...fields }: RandomRun): RunFacts {
  const results = steps.slice(0, ended).map(({ id, name }, index) => ({
    stepId: id,
    actionType: name,
    actionStatus: index === ended - 1 && reasonClass !== null ? ('Error' as const) : ('Success' as const),
    errorReason: null,
    message: null,
    reasonClass,
    started: now,
    finished: now,
  }))
  const stepId = steps[Math.min(ended, steps.length - 1)]?.id ?? ''
  const waits = {
    stepId,
    since: now,
    until: now,
    failures: 1,
    nextAttempt: now,
    isLast: false,
    connector: null,
    status: 'Shipped',
  }
  return {
    ...fields,
    id: '00000000-0000-7000-8000-000000000001',
    orderId: 'O-1',
    status: 'Shipped',
    started: now,
    startedBy: null,
    steps,
    fencingToken: 1,
    results,
    waiting: fields.state === 'Waiting' ? [{ ...waits, reasonClass: 'Unreachable', reason: 'It is away.' }] : [],
    transitionCount: 0,
    next: [],
    finished: null,
    leaseUntil: null,
    open: isOpen ? { stepId, attempt: 2, started: now } : null,
    attempts: new Map(),
  }
}

const choices = fc.record({
  order: randomOrder,
  payments: fc.array(payment, { maxLength: 4 }),
  status: fc.constantFrom(...statuses),
  isReadOnly: fc.boolean(),
  shipmentState: fc.constantFrom(null, 'Released', 'Cancelled'),
  runs: fc.array(run, { maxLength: 3 }),
  hasType: fc.boolean(),
})

type Choices = typeof choices extends fc.Arbitrary<infer T> ? T : never

function buildFacts({ order, payments, status, isReadOnly, shipmentState, runs, hasType }: Choices): Facts {
  const paid = payments.map((one, index) => newPayment({ ...one, id: `p${index}` }, { now, newId: () => 'new' }))
  const shipments = order.orderForm.shipments.map((shipment) => ({ ...shipment, status: shipmentState }))
  const whole = { ...order, status, isReadOnly, orderForm: { ...order.orderForm, payments: paid, shipments } }
  return {
    order: calculateTotals(whole, sampleTerms),
    orderId: 'O-1',
    now,
    types,
    type: hasType ? online : undefined,
    holdRules: [],
    currency: 'NOK',
    exponent: 2,
    runs: runs.map(buildRun),
    runRetentionDays: 90,
    voidsLeft: true,
    linkMethods: ['Card'],
    warehouses: ['Oslo-01'],
    visibleWarehouses: null,
    levels: [{ skuId: 'A', warehouseCode: 'Oslo-01', quantity: 1, reserved: 2 }],
    openBreakers: [],
    paymentSteps: new Set(['CapturePayments']),
    bookingSteps: new Set(['BookShipment']),
    refundRequests: [],
    lockedUntil: null,
  }
}

const languages = (['en', 'nb'] as const).map((language) =>
  sentenceFormat({ language, timeZone: 'Europe/Oslo', money: amountText(language) }),
)
const ranks = Object.keys(orderReasons)

t.test(
  'given any order, when it, its lines and its payments are explained, then each reason is whole and in its order',
  async (t) => {
    fc.assert(
      fc.property(choices, (chosen) => {
        const facts = buildFacts(chosen)
        const { lineItems, payments } = facts.order.orderForm
        const explained = [
          reasonsOfOrder(facts),
          ...lineItems.map(({ lineItemId }) => reasonsOfLine(facts, lineItemId ?? '')),
          ...payments.map(({ id }) => reasonsOfPayment(facts, id ?? '')),
        ]
        for (const reasons of explained) {
          const places = reasons.map(({ code }) => ranks.indexOf(code))
          if (places.some((place, index) => place < (places[index - 1] ?? 0))) throw new Error(`not in order: ${places}`)
          for (const reason of languages.flatMap((format) => writeReasons(orderReasons, reasons, format))) {
            const [error] = Value.Errors(OrderReason, reason)
            if (error) throw new Error(`${reason.code} ${error.path}: ${error.message}`)
            const sentences = [reason, ...reason.actions, ...(reason.next === null ? [] : [reason.next])]
            for (const { sentence } of sentences)
              if (/undefined|null|NaN|\[|\{|[.:] ?\.| {2}/.test(sentence)) throw new Error(sentence)
            if (!reason.sentence.endsWith('.')) throw new Error(reason.sentence)
          }
        }
        if (explained.slice(1).some((reasons) => reasons.length === 0)) throw new Error('a line or payment without a reason')
      }),
      { numRuns: propertyRuns(300) },
    )
    t.pass()
  },
)

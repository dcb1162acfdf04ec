import { completer } from '@open-oms/contracts/complete'
import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { InputOf } from '@open-oms/contracts/primitives'
import { manualPayments } from '../../connectors/payment/manual.ts'
import { manualShipping } from '../../connectors/shipping/manual-shipping.ts'
import type { StepConnectors, StepContext, StepDefinition, StepOutcome } from '../../modules/workflow/steps/step-definition.ts'
import { type PublishedAllocation, withMissingAllocations } from '../../order/rules/payments/published-allocations.ts'
import type { WorkflowRun } from '../../order/rules/status/workflow-run.ts'
import { sampleTerms } from '../sample-order.ts'

export type StepRun = {
  shipmentId?: string
  returnId?: string
  properties?: Record<string, string>
  connector?: string
  timeoutMs?: number
  signal?: AbortSignal
  now?: string
  connectors?: Partial<StepConnectors>
}

/** The fields of an order type that steps use. */
const sampleType = {
  name: 'Online',
  orderStatuses: ['Cancelled', 'OrderCanceled'].map((name) => ({ name, isCanceledStatus: true })),
} as OrderType

const completeForm = completer(ReturnOrderForm)

/** A whole return form "1" that credits; fields that are passed replace the sample's. */
export function returnForm(fields: InputOf<ReturnOrderForm> = {}): ReturnOrderForm {
  const created = '2026-03-01T12:00:00.000Z'
  return completeForm({ returnId: '1', status: 'New', creditPayment: true, created, modified: created, ...fields })
}

/** The allocations of the sales of an order as they were published before goods came back. */
export function allocationsOfSales(order: Order): readonly PublishedAllocation[] {
  const payments = order.orderForm.payments.filter(({ transactionType }) => transactionType !== 'Credit')
  const sold = { ...order, orderForm: { ...order.orderForm, payments }, returnOrderForms: [] }
  return withMissingAllocations(sold, [], sampleTerms)
}

/** The input of a step in a run of the sample order. */
export function stepContext(name: string, run: StepRun = {}): StepContext {
  const { shipmentId = null, returnId = null, connector = null, timeoutMs = 240_000, now = '2026-03-02T10:00:00.000Z' } = run
  const step = {
    id: 'step',
    name,
    connector,
    stopOnError: false,
    runAfterOrderIsSaved: false,
    isInvisible: false,
    properties: Object.entries(run.properties ?? {}).map(([key, value]) => ({ key, value })),
    workflowStepConditions: [],
    translateKey: null,
    timeoutMs,
    retries: 0,
    retryFor: null,
  }
  const ofRun = { id: 'run', orderId: 'O-1', shipmentId, returnId, status: 'Completed', state: 'Running' } as const
  const atStart = {
    started: now,
    startedBy: null,
    steps: [step],
    fencingToken: 1,
    results: [],
    waiting: [],
    transitionCount: 0,
    next: [],
  }
  const whole: WorkflowRun = { ...ofRun, ...atStart }
  return {
    run: whole,
    step,
    now,
    currencyOf: () => 'NOK',
    allocationsOf: (order) => withMissingAllocations(order, allocationsOfSales(order), sampleTerms),
    handlingTypeOf: () => sampleType,
    warehousesOf: () => ['Oslo-01', 'Central'],
    randomText: (length) => 'k'.repeat(length),
  }
}

/**
 * Runs one step on an order as the runner does: requests and results pass through JSON, as they do
 * in the database.
 */
export async function runStep(definition: StepDefinition, order: Order, run: StepRun = {}): Promise<StepOutcome> {
  const context = stepContext(definition.names[0] as string, run)
  if (definition.kind !== 'call')
    return 'apply' in definition ? definition.apply(order, context) : Promise.reject(new Error('another kind of step'))
  const asked = definition.ask(order, context)
  if (!('input' in asked)) return asked
  const connectors = {
    payment: () => manualPayments,
    shipping: () => manualShipping,
    ...run.connectors,
  } as StepConnectors
  const input = JSON.parse(JSON.stringify(asked.input))
  const signal = run.signal ?? new AbortController().signal
  const output = await definition.call(input, { connectors, timeoutMs: context.step.timeoutMs, signal })
  return definition.record(order, { input, output: JSON.parse(JSON.stringify(output)) }, context)
}

import type { Examples } from './example-recorder.ts'
import { settled } from './order-examples.ts'
import { cup, order, shop } from './the-world.ts'

/** Runs of the workflow, jobs over many of them, and the configuration that they follow. */
export async function workflowExamples({ call, until }: Examples): Promise<void> {
  await call('searchWorkflowRuns', { body: { orderId: 'K-1', take: 1 } })
  const body = { filter: { orderId: 'K-6', states: ['Aborted'] }, note: 'The provider is back.' }
  const job = await call('resumeWorkflowRuns', { body })
  await call('retryWorkflowRuns', { body })
  await call('dismissWorkflowRuns', { body })
  const path = { jobId: job.jobId ?? job.id }
  await until(({ state }) => state === 'Finished', 'getJob', { path })
  await call('listJobs', { query: { kind: 'ResumeRuns', take: 1 } })
  await call('listJobResults', { path })
  await call('cancelJob', { path })
  await call('getRunningConfiguration')
  await call('getOrdersInFlight')
  await call('migrateOrders', {
    query: { dryRun: true },
    body: { moves: [{ orderType: 'Online', status: 'Parked', toStatus: 'New' }], reason: 'The status is gone.' },
  })
}

/** A run that an order without a payment aborts. */
export async function abortedRunExamples(examples: Examples): Promise<void> {
  const { call } = examples
  await call('createOrder', { body: order('K-6'), isKept: false })
  await settled(examples, 'K-6')
  const path = { orderId: 'K-6' }
  for (const status of ['InProgress', 'Shipped']) {
    await call('updateStatus', { path, body: { status }, isKept: false })
    await settled(examples, 'K-6')
  }
  const { result } = await call('getWorkflowRuns', { path, isKept: false })
  const run = result.find(({ state }: { state: string }) => state === 'Aborted')
  const ofRun = { ...path, runId: run?.runId }
  const { stepId } = run?.steps.find(({ actionStatus }: { actionStatus: string }) => actionStatus === 'Error') ?? {}
  await call('retryWorkflowStep', { path: ofRun, body: { stepId } })
  await call('resumeWorkflowRun', { path: ofRun })
  await call('dismissWorkflowRun', { path: ofRun })
}

/** A cart that becomes an order. */
export async function cartExamples({ call }: Examples): Promise<void> {
  await call('createCart', { body: { id: 'cart-1', ...shop, orderForm: { lineItems: [{ ...cup, lineItemId: '1' }] } } })
  const path = { cartId: 'cart-1' }
  await call('getCart', { path })
  await call('addToCart', { path, query: { skuId: 'BACKPACK', quantity: 1 } })
  await call('setCartLine', { path, body: { lineItemId: '1', quantity: 3 } })
  await call('updateComponentsInCart', { path: { ...path, orderLineId: '1' }, body: [] })
  await call('processCartWorkflowTest', { path: { ...path, status: 'New' } })
  await call('createCartOrder', { path, query: { orderType: 'Online', status: 'New' } })
  await call('getOrderByCart', { path })
  await call('createCart', { body: { id: 'cart-2', ...shop }, isKept: false })
  await call('deleteCart', { path: { cartId: 'cart-2' } })
}

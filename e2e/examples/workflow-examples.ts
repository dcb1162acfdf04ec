import type { Examples } from './example-recorder.ts'
import { settled } from './order-examples.ts'
import { cup, order, payment, shop } from './the-world.ts'

/** Runs of the workflow, jobs over many of them, and the configuration that they follow. */
export async function workflowExamples(examples: Examples, shopUrl: string): Promise<void> {
  const { call, until } = examples
  await call('searchWorkflowRuns', { body: { orderId: 'K-1', take: 1 } })
  const body = { filter: { orderId: 'K-6', states: ['Aborted'] }, note: 'The provider is back.' }
  const isFinished = ({ state }: { state: string }) => state === 'Finished'
  const { id: jobId } = await call('resumeWorkflowRuns', { body })
  const path = { jobId }
  await until(isFinished, 'getJob', { path })
  // One after the other: each acts on the same run.
  for (const operationId of ['retryWorkflowRuns', 'dismissWorkflowRuns']) {
    const { id } = await call(operationId, { body })
    await until(isFinished, 'getJob', { path: { jobId: id }, isKept: false })
  }
  await call('listJobs', { query: { kind: 'ResumeRuns', take: 1 } })
  await call('listJobResults', { path })
  await call('cancelJob', { path })
  await deliveryExamples(examples)
  await subscriptionExamples(examples, shopUrl)
  await call('getRunningConfiguration')
  await call('getConfiguredNames')
  await call('getConsolePlaces')
  await call('checkConfigurationFolder')
  await call('getOrdersInFlight')
  await call('migrateOrders', {
    query: { dryRun: true },
    body: { moves: [{ orderType: 'Online', status: 'Parked', toStatus: 'New' }], reason: 'The status was removed.' },
  })
  await documentExamples(examples)
}

/** What is changed without the folder; in the end the files count again. */
async function documentExamples({ call, until }: Examples): Promise<void> {
  const name = 'order-handling.json'
  const reason = { code: 'AddressUnclear', en: 'Address is unclear', nb: 'Adressen er uklar' }
  const handling = { lateAfterDays: 3, holdReasons: [reason], tags: [{ name: 'express', color: 'red' }] }
  await call('putConfigurationDocument', {
    query: { name },
    body: { text: JSON.stringify(handling), note: 'Slower before Christmas' },
  })
  await call('getConfigurationDocument', { query: { name } })
  await call('listConfigurationDocumentVersions', { query: { name } })
  await call('putConfigurationUser', {
    path: { userName: 'per@example.com' },
    query: { dryRun: true },
    body: { displayName: 'Per', roles: ['OrderRead'], storeIds: ['Oslo-01'], password: 'seven tall pine trees' },
  })
  await call('restoreConfigurationDocument', { query: { name }, body: { version: 0, note: 'As usual' } })
  await call('listConfigurationDocuments')
  // Records have their place in the chain about a second later.
  const isRestored = ({ result: [newest] }: { result: { operation: string }[] }) =>
    newest?.operation === 'restoreConfigurationDocument'
  await until(isRestored, 'searchAuditRecords', { query: { act: 'ConfigurationChange', take: 1 } })
}

/** The event of a restored order that was delivered, and is sent again. */
async function deliveryExamples({ call, until }: Examples): Promise<void> {
  const query = { state: 'Delivered', subscriptionId: 'erp', take: 1 }
  const { result } = await until(({ result }) => result.length > 0, 'listWebhookDeliveries', { query })
  await call('replayWebhookDelivery', { path: { deliveryId: result[0].id }, query: { state: 'Delivered' } })
}

/** The web shop is told of goods that leave, for as long as the example lasts. */
async function subscriptionExamples({ call }: Examples, shopUrl: string): Promise<void> {
  const body = { name: 'Web shop', url: `${shopUrl}/events`, eventTypes: ['orders.order.status-changed.v1'] }
  const { id } = await call('createWebhookSubscription', { body })
  const path = { subscriptionId: id }
  await call('getWebhookSubscription', { path })
  await call('listWebhookSubscriptions')
  await call('testWebhookSubscription', { path })
  await call('renewWebhookSecret', { path })
  await call('replaceWebhookSubscription', { path, body: { ...body, active: false } })
  await call('deleteWebhookSubscription', { path })
}

/** A run that ends because the provider of a payment refuses. */
export async function abortedRunExamples(examples: Examples): Promise<void> {
  const { call } = examples
  await call('createOrder', {
    body: order('K-6', { payments: [payment(250, 'gift-1', { paymentMethodName: 'GiftCard' })] }),
    isKept: false,
  })
  await settled(examples, 'K-6')
  const path = { orderId: 'K-6' }
  await call('patchOrder', { path, body: { properties: [{ key: 'Picker', value: 'demo' }] }, isKept: false })
  for (const status of ['InProgress', 'Shipped']) {
    await call('updateStatus', { path, body: { status }, isKept: false })
    await settled(examples, 'K-6')
  }
  const { result } = await call('getWorkflowRuns', { path, isKept: false })
  const run = result.find(({ state }: { state: string }) => state === 'Aborted')
  const ofRun = { ...path, runId: run?.runId }
  const { stepId } = run?.steps.find(({ actionStatus }: { actionStatus: string }) => actionStatus === 'Error') ?? {}
  const told = await call('listStaffNotifications', { query: { isUnread: true, take: 1 } })
  await call('countUnreadNotifications')
  await call('markNotificationsRead', { body: { until: told.result[0]?.id ?? '0' } })
  await call('retryWorkflowStep', { path: ofRun, body: { stepId } })
  await call('resumeWorkflowRun', { path: ofRun })
}

/** A run that waits for a provider that is not there. */
export async function waitingRunExamples(examples: Examples): Promise<void> {
  const { call, until } = examples
  await call('createOrder', {
    body: order('K-7', { payments: [payment(250, 'gift-2', { paymentMethodName: 'GiftCard' })] }),
    isKept: false,
  })
  await settled(examples, 'K-7')
  const path = { orderId: 'K-7' }
  await call('updateStatus', { path, body: { status: 'InProgress' }, isKept: false })
  await settled(examples, 'K-7')
  await call('updateStatus', { path, body: { status: 'Shipped' }, isKept: false })
  const isWaiting = ({ state }: { state: string }) => state === 'Waiting'
  const { result } = await until(({ result }) => result.some(isWaiting), 'getWorkflowRuns', { path, isKept: false })
  await call('dismissWorkflowRun', { path: { ...path, runId: result.find(isWaiting).runId } })
}

/** A cart that becomes an order. */
export async function cartExamples({ call }: Examples): Promise<void> {
  await call('createCart', { body: { id: 'cart-1', ...shop, orderForm: { lineItems: [{ ...cup, lineItemId: '1' }] } } })
  const path = { cartId: 'cart-1' }
  const draft = { lineItems: [{ ...cup, lineItemId: '1' }] }
  await call('replaceCart', { path, body: { ...shop, customerReference: 'By phone', orderForm: draft } })
  await call('getCart', { path })
  await call('addToCart', { path, query: { skuId: 'BACKPACK', quantity: 1 } })
  await call('setCartLine', { path, body: { lineItemId: '1', quantity: 3 } })
  const { orderForm } = await call('addToCart', { path, query: { skuId: 'SET' }, isKept: false })
  const { lineItemId: orderLineId } = orderForm.lineItems.find(({ code }: { code: string }) => code === 'SET')
  await call('updateComponentsInCart', {
    path: { ...path, orderLineId },
    body: [{ componentId: 'cup', skuId: 'CUP', quantity: 4 }],
  })
  await call('processCartWorkflowTest', { path: { ...path, status: 'New' } })
  await call('createCartOrder', { path, query: { orderType: 'Online', status: 'New' } })
  await call('createCartOrder', { path, query: { orderType: 'Online', status: 'New' } })
  await call('getOrderByCart', { path })
  const byPhone = { salesChannel: 'Phone', customerName: 'Kari Nordmann' }
  await call('createCart', { body: { id: 'cart-2', ...shop, ...byPhone }, isKept: false })
  await call('listCarts', { query: { salesChannel: 'Phone' } })
  await call('deleteCart', { path: { cartId: 'cart-2' } })
}

// Shared process: the console in a browser.
import type { Order, Product, WorkflowResult } from '@open-oms/client/types'
import t, { type Test } from 'tap'
import { consolePage } from '../testing/console-page.ts'
import { recordedBody } from '../testing/example-server.ts'
import { bulkEn } from '../texts/en/bulk.ts'
import { orderEn } from '../texts/en/order.ts'
import { workEn } from '../texts/en/work.ts'

const shown = await consolePage()
const { page, server } = shown
const dialog = page.getByRole('dialog')
const { move } = orderEn

const HELD = { ...(recordedBody('holdOrder') as Order), id: 'K-held' }
const moved = recordedBody('updateStatus') as WorkflowResult & { order: Order }
const why = recordedBody('explainOrder') as { reasons: object[] }
const names = recordedBody('getConfiguredNames') as object

/** Responds to calls of operations with these bodies until the test ends. */
function answer(t: Test, bodies: Record<string, unknown>): void {
  for (const [operationId, body] of Object.entries(bodies)) server.answer(operationId, { status: 200, body })
  t.teardown(() => {
    for (const operationId of Object.keys(bodies)) server.answer(operationId, null)
  })
}

/** Leaves what the pages have of the answers of another test. */
async function openAfresh(path: string): Promise<void> {
  await page.goto(`${server.url}/console${path}`)
}

async function openAction(order: Order, action: 'status' | 'release' | 'retry'): Promise<void> {
  await openAfresh(`/orders/${order.id}`)
  await chooseAction(action)
}

async function chooseAction(action: 'status' | 'release' | 'retry'): Promise<void> {
  await page.getByRole('button', { name: orderEn.actions.open, exact: true }).click()
  await page.getByRole('menuitem', { name: orderEn.actions[action], exact: true }).click()
  await dialog.waitFor()
}

/** The reason that one line of the order is not in stock. */
const stockMissing = (lineItemId: string) => ({
  ...why,
  reasons: [
    {
      ...why.reasons[0],
      code: 'StockMissing',
      about: { kind: 'LineItem', id: lineItemId },
      parameters: { item: 'Coffee cup', short: 1, warehouse: 'Oslo-01' },
      sentence: 'Coffee cup: 1 short in Oslo-01.',
      actions: [],
    },
  ],
})

t.test('given steps that refund, when a status is chosen, then the button says how much', async (t) => {
  const order = { ...moved.order, id: 'K-refund' }
  const [payment] = order.orderForm.payments
  const refund = { ...payment, id: 'refund', transactionType: 'Credit', amount: 75 }
  const orderForm = { ...order.orderForm, creditPaymentTotal: 75, payments: [...order.orderForm.payments, refund] }
  answer(t, { getOrder: order, updateStatus: { ...moved, order: { ...order, orderForm } } })
  await openAction(order, 'status')
  await dialog.getByRole('button', { name: move.submit, exact: true }).waitFor()
  await dialog.getByLabel(move.status).selectOption('Cancelled')
  await dialog.getByRole('button', { name: /^Change status and refund .*75\.00/ }).waitFor()
  await dialog.getByText(/75\.00.*Card/).waitFor()
  t.pass('it says so')
})

t.test(
  'given a capture that failed, when its retry is about to be sent, then the button says how much it captures',
  async (t) => {
    const { order: failed, ...result } = recordedBody('resumeWorkflowRun') as WorkflowResult & { order: Order }
    const order = { ...failed, id: 'K-retry' }
    const capture = { ...order.orderForm.payments[0], id: 'capture', transactionType: 'Capture', amount: 250 }
    const orderForm = { ...order.orderForm, capturedPaymentTotal: 250, payments: [...order.orderForm.payments, capture] }
    const [error] = order.errors
    const run = {
      ...{ runId: 'run', orderId: 'K-retry', orderNumber: null, orderType: 'Online', storeId: 'Oslo-01', status: 'Shipped' },
      ...{ shipmentId: null, returnId: null, state: 'Aborted', nextAttempt: null, started: order.created, since: order.created },
      ...{ step: 'CapturePayments', stepId: error?.stepId, reason: 'Refused.', reasonClass: 'Refused', connector: null },
    }
    const found = recordedBody('searchWorkflowRuns') as object
    answer(t, {
      getOrder: order,
      searchWorkflowRuns: { ...found, totalHits: 1, result: [run] },
      retryWorkflowStep: { ...result, isAborted: false, orderActionExecutionResults: [], order: { ...order, orderForm } },
    })
    const sent: string[] = []
    const note = (request: { url: () => string }) => {
      if (request.url().includes('/RetryStep')) sent.push(new URL(request.url()).search)
    }
    page.on('request', note)
    t.teardown(() => page.off('request', note))
    await openAction(order, 'retry')
    await dialog.getByText(/^Captures .*250\.00 on GiftCard/).waitFor()
    t.same(sent, ['?dryRun=true'], 'nothing but a dry run was sent')
    await dialog.getByRole('button', { name: /^Retry and capture .*250\.00$/ }).click()
    await page.getByText(workEn.ofOneOrder.done.replace('{what}', 'Retry capture payment')).waitFor()
    t.same(sent.slice(0, 2), ['?dryRun=true', ''])
  },
)

t.test('given an order of several products, when it is listed, then what else is in it is counted', async (t) => {
  const { result, ...found } = recordedBody('searchOrderSummaries') as { result: object[] }
  const listed = { ...result[0], itemCount: 5, firstItemName: 'Wool socks', firstItemCount: 2 }
  answer(t, { searchOrderSummaries: { ...found, result: [listed] } })
  await openAfresh('/orders')
  await page.getByText('2 × Wool socks and 3 more').waitFor()
  t.equal(await page.title(), 'Orders')
})

t.test('given an order without payment, when its page is opened, then the one main button records a payment', async (t) => {
  const record = {
    code: 'RecordPayment',
    sentence: '',
    method: 'POST',
    url: '/api/Orders/K-unpaid/AddPayments',
    body: { payments: [] },
  }
  const reason = { ...why.reasons[0], code: 'PaymentMissing', sentence: 'Unpaid.', actions: [record] }
  answer(t, { getOrder: { ...moved.order, id: 'K-unpaid' }, explainOrder: { ...why, reasons: [reason] } })
  await openAfresh('/orders/K-unpaid')
  const banner = page.getByRole('region', { name: orderEn.why.title })
  await banner.getByRole('button', { name: orderEn.actions.recordPayment }).click()
  await dialog.getByText(orderEn.actions.recordPayment).first().waitFor()
  t.match(await page.title(), /^Order /)
})

t.test('given products in stock, when an order is written by hand, then each has its price and what is available', async (t) => {
  const { result } = recordedBody('searchProducts') as { result: Product[] }
  const socks = { ...result[0], productId: 'SOCKS', name: 'Wool socks', price: 149, variants: [] }
  const level = { skuId: 'SOCKS', warehouseCode: 'Oslo-01', physicalQuantity: 7, reservedQuantity: 0, availableQuantity: 7 }
  answer(t, { searchProducts: { totalHits: 1, result: [socks], facets: [] }, getInventory: [level] })
  await openAfresh('/orders/new')
  await page.getByRole('combobox', { name: 'Add a product' }).fill('wool')
  const option = page.getByRole('option', { name: /SOCKS/ })
  await option.getByText('7 available').waitFor()
  await option.getByText(/149\.00/).waitFor()
  await option.click()
  await page.getByText('SOCKS · 7 available').waitFor()
  t.pass('it is still said where the quantity is entered')
})

t.test('given a hold and missing goods, when goods are about to leave, then their names are said', async (t) => {
  const [line] = HELD.orderForm.lineItems
  const named = { ...line, code: 'CUP-L', displayName: 'Large' }
  const order = { ...HELD, orderForm: { ...HELD.orderForm, lineItems: [named] } } as Order
  const { result: products } = recordedBody('searchProducts') as { result: Product[] }
  const product = {
    ...products[0],
    name: 'Coffee cup',
    variants: [{ skuId: 'CUP-L', name: 'Large', assets: [], properties: [] }],
  }
  answer(t, {
    getOrder: order,
    explainOrder: stockMissing(named.lineItemId ?? ''),
    searchProducts: { totalHits: 1, result: [product], facets: [] },
    getConfiguredNames: { ...names, holdReasons: [{ code: 'Fraud', en: 'Suspected fraud', nb: 'Mistanke om svindel' }] },
  })
  await openAction(order, 'status')
  await dialog.getByLabel(move.status).selectOption('Shipped')
  await dialog.getByText('The order is on hold: Suspected fraud.').waitFor()
  await dialog.getByText('Not in stock: Coffee cup, Large.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await chooseAction('release')
  await dialog.getByRole('radio', { name: 'Suspected fraud' }).waitFor()
  t.equal(await dialog.getByText('Fraud', { exact: true }).count(), 0, 'no code')
})

t.test('given held orders of a list, when their holds are released, then the reasons have their names', async (t) => {
  const { result, ...found } = recordedBody('searchOrderSummaries') as { result: object[] }
  const listed = { ...result[0], holds: HELD.holds }
  answer(t, {
    searchOrderSummaries: { ...found, result: [listed] },
    getConfiguredNames: { ...names, holdReasons: [{ code: 'Fraud', en: 'Suspected fraud', nb: 'Mistanke om svindel' }] },
  })
  await openAfresh('/orders')
  await page.getByRole('checkbox', { name: 'Select order K-4' }).check()
  await page.getByRole('button', { name: bulkEn.open, exact: true }).click()
  await page.getByRole('menuitem', { name: bulkEn.names.release }).click()
  await dialog.getByLabel(bulkEn.release.reason).waitFor()
  const choices = await dialog.getByLabel(bulkEn.release.reason).locator('option').allTextContents()
  t.same(choices, [bulkEn.release.all, 'Suspected fraud (1)'])
})

t.test('given an order without stock, when a list is shipped, then it stays unless that is asked for', async (t) => {
  answer(t, { explainOrder: stockMissing('1') })
  const moves: string[] = []
  const note = (request: { url: () => string }) => {
    if (request.url().endsWith('/UpdateStatus')) moves.push(request.url())
  }
  page.on('request', note)
  t.teardown(() => page.off('request', note))
  const ship = async (isRiskTaken: boolean) => {
    await openAfresh('/orders')
    await page.getByRole('checkbox', { name: 'Select order K-4' }).check()
    await page.getByRole('button', { name: bulkEn.names.move, exact: true }).click()
    await dialog.getByLabel(bulkEn.move.status).selectOption('Shipped')
    await dialog.getByRole('checkbox', { name: bulkEn.move.shipAnyway }).setChecked(isRiskTaken)
    await dialog.getByRole('button', { name: bulkEn.move.submit }).click()
  }
  await ship(false)
  await dialog.getByText(bulkEn.move.missing).waitFor()
  t.same(moves, [], 'nothing but a dry run was sent')
  await ship(true)
  await dialog.getByText(/^1 of 1: 1 done/).waitFor()
  t.equal(moves.length, 1)
})

t.test('given all of that, when it is shown, then the page has thrown nothing', async (t) => {
  t.same(shown.complaints, [])
})

// Shared process: the console's system.

import { readFile } from 'node:fs/promises'
import type { RestClient } from '@open-oms/system/rest-client'
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openInside, people } from './console-window.ts'
import { sharedSystem } from './shared-system.ts'

type Story = { page: Page; client: RestClient }
type Line = { lineItemId: string; quantity: number; deliveredQuantity: number; canceledQuantity: number }
type Shipment = { shipmentId: string; warehouseCode: string | null; orderStatus: string; lineItems: Line[] }
type FoundOrder = {
  status: string
  versionId: string
  netTotal: number
  orderForm: { shipments: Shipment[]; capturedPaymentTotal: number }
}

const sku = 'CONSOLE-SHIP'

/** Ten cups of 100, authorised, of which Central has two hundred and Bergen five. */
async function newOrder(client: RestClient, id: string, customer: object = {}): Promise<void> {
  const payment = { transactionId: `auth-${id}`, transactionType: 'Authorization', amount: 1_000 }
  await client.call('POST', '/api/Orders', {
    body: {
      id,
      customerName: 'Astrid Vestland',
      ...customer,
      storeId: 'Oslo-01',
      marketId: 'NOR',
      billingCurrency: 'NOK',
      orderType: 'Online',
      status: 'New',
      orderForm: {
        lineItems: [{ lineItemId: '1', code: sku, displayName: 'Blue cup', quantity: 10, placedPrice: 100, taxRate: 25 }],
        shipments: [{ shipmentId: '1', warehouseCode: 'Central' }],
        payments: [{ ...payment, paymentMethodName: 'Card', status: 'Processed' }],
      },
    },
  })
}

async function read(client: RestClient, id: string): Promise<FoundOrder> {
  return (await client.call<FoundOrder>('GET', `/api/Orders/${id}`)).body
}

/** Opens the dialog of an action of the order's page. */
async function openAction(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.waitFor()
  return dialog
}

async function openOrder(page: Page, id: string): Promise<void> {
  await openInside(page, `/orders/${id}`)
  await page.getByRole('heading', { name: id }).waitFor()
}

async function findInPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Order number, customer or action').fill(text)
}

async function readStock(
  client: RestClient,
  warehouseCode: string,
): Promise<{ quantity: number; reservedQuantity: number } | undefined> {
  const path = `/api/Inventory?skuIds=${sku}&warehouseCode=${warehouseCode}`
  return (await client.call<{ quantity: number; reservedQuantity: number }[]>('GET', path)).body[0]
}

const browser = await consoleBrowser()

t.test('given an order, when a person works on its shipments, then the system has what was shown before', async (t) => {
  const { system, client } = await sharedSystem()
  const levels = [
    { skuId: sku, warehouseCode: 'Central', quantity: 200 },
    { skuId: sku, warehouseCode: 'Bergen-01', quantity: 5 },
  ]
  await client.call('PUT', '/api/Inventory', { body: levels })
  const url = system.gatewayUrl
  const { page, complaints } = await consoleWindow(browser, `${url}/console/orders`)
  const story = { page, client }
  await shipHalf(t, story)
  await shipPartOfWhole(t, story)
  await splitShipment(t, story)
  await reallocate(t, story)
  await cancelUnits(t, story)
  await cancelLine(t, story)
  await changeTracking(t, story)
  await runFromPalette(t, story)
  await downloadDocuments(t, story)
  await writeToCustomer(t, story)
  await t.test(
    'given two people, when the second one ships what the first has changed, then nothing is sent twice',
    async (t) => {
      await newOrder(client, 'ship-two')
      await openOrder(page, 'ship-two')
      const dialog = await openAction(page, 'Ship items')
      await dialog.getByLabel('Quantity of Blue cup').fill('4')
      await dialog.getByText('Captures NOK 400.00').waitFor()
      const body = { status: 'Completed', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 3 }] }
      await client.call('POST', '/api/Orders/ship-two/OrderLinesUpdate', { body })
      await dialog.getByRole('button', { name: /^Ship (items|and capture)/ }).click()
      await dialog.getByText(/^demo changed it at/).waitFor()
      t.same(await accessViolations(page), [], 'the conflict')
      t.match((await read(client, 'ship-two')).orderForm.shipments, [{ lineItems: [{ deliveredQuantity: 3 }] }])
      await dialog.getByRole('button', { name: 'Load the latest version' }).click()
      await openAction(page, 'Ship items')
      await dialog.getByText('7 open').waitFor()
    },
  )
  await t.test(
    'given a reader, when they open the order, then there is no action, and a forged delivery is refused',
    async (t) => {
      const { page: reading, context } = await consoleWindow(browser, `${url}/console/orders/ship-half`, people.reader)
      await reading.getByRole('heading', { name: 'ship-half' }).waitFor()
      t.equal(await reading.getByRole('button', { name: 'Actions' }).count(), 0)
      await reading.getByRole('button', { name: 'Pick list' }).waitFor()
      const status = await reading.evaluate(async () => {
        const { csrfToken } = await (await fetch('/session')).json()
        const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken }
        const body = '{"status":"Completed","lineItemUpdates":[{"lineItemId":"1","deliveredQuantity":9}]}'
        return (await fetch('/api/Orders/ship-half/OrderLinesUpdate', { method: 'POST', headers, body })).status
      })
      t.equal(status, 403)
      await context.close()
    },
  )
  // Nothing to pack is a refusal, which the browser reports too, and so is a PDF that a busy
  // machine is asked for again.
  const others = complaints.filter((one) => !/status of (400|503) /.test(one))
  t.same(others, [], 'no violation of the policy and no error in the console')
})

async function shipHalf(t: Test, { page, client }: Story): Promise<void> {
  await t.test(
    'given an order that is found by the name of its customer, when half is shipped, then goods, money and status follow',
    async (t) => {
      await newOrder(client, 'ship-half', { customerName: 'Solveig Halvorsen' })
      await page.getByLabel('Search orders').fill('halvorsen')
      await page.getByRole('link', { name: 'ship-half' }).click()
      await page.getByRole('heading', { name: 'ship-half' }).waitFor()
      const before = await readStock(client, 'Central')
      const dialog = await openAction(page, 'Ship items')
      const submit = dialog.getByRole('button', { name: /^Ship (items|and capture)/ })
      const units = dialog.getByLabel('Quantity of Blue cup')
      t.equal(await units.inputValue(), '10', 'all that is open')
      await dialog.getByRole('button', { name: 'Nothing' }).click()
      t.ok(await submit.isDisabled(), 'nothing is no delivery')
      await units.fill('11')
      await dialog.getByText('Only 10 are open').waitFor()
      t.ok(await submit.isDisabled())
      await units.fill('5')
      await dialog.getByLabel('Tracking number').fill('TRACK-HALF')
      await dialog.getByText('Captures NOK 500.00').waitFor()
      await dialog.getByText('New shipment 2 with 5 items from Central').waitFor()
      t.match((await read(client, 'ship-half')).status, 'New', 'nothing is written yet')
      t.same(await accessViolations(page), [], 'the dialog')
      await narrowAndDark(t, page)
      await dialog.getByRole('button', { name: 'Ship and capture NOK 500.00' }).dblclick()
      await page.getByText('5 items shipped, NOK 500.00 captured').waitFor()
      await dialog.waitFor({ state: 'hidden' })
      t.same(await accessViolations(page), [], 'the result')
      const order = await read(client, 'ship-half')
      t.match(order, { fulfilmentStatus: 'PartiallyFulfilled', orderForm: { capturedPaymentTotal: 500 } })
      const shipped = {
        shipmentId: '2',
        shipmentTrackingNumber: 'TRACK-HALF',
        lineItems: [{ quantity: 5, deliveredQuantity: 5 }],
      }
      t.match(order.orderForm.shipments, [{ shipmentId: '1' }, shipped], 'once, whatever was clicked')
      const after = await readStock(client, 'Central')
      t.equal((before?.quantity ?? 0) - (after?.quantity ?? 0), 5)
    },
  )
}

async function shipPartOfWhole(t: Test, { page, client }: Story): Promise<void> {
  await t.test(
    'given a status with which all goods leave, when a part is delivered, then it is apart, or confirmed for the whole shipment',
    async (t) => {
      await newOrder(client, 'ship-part')
      await openOrder(page, 'ship-part')
      const dialog = await openAction(page, 'Ship items')
      const submit = dialog.getByRole('button', { name: /^Ship (items|and capture)/ })
      await dialog.getByLabel('Quantity of Blue cup').fill('5')
      await dialog.getByLabel('Status of the shipment').selectOption('Shipped')
      await dialog.getByText('Captures NOK 500.00').waitFor()
      const apart = dialog.getByRole('checkbox', { name: 'Ship as a separate parcel' })
      t.ok(await apart.isChecked(), 'the rest does not leave with it')
      await apart.uncheck()
      const alert = dialog.getByRole('alert')
      await alert.getByText('You ship 5, worth NOK 500.00. Captured: NOK 1,000.00.').waitFor()
      await alert.getByText('all goods of shipment 1 count as gone: 5 items that you did not enter').waitFor()
      t.ok(await submit.isDisabled(), 'nobody has confirmed it')
      t.same(await accessViolations(page), [], 'the warning')
      const payments = dialog.getByRole('table', { name: 'Payments' })
      await payments.getByRole('row', { name: 'Authorisation · Card NOK 1,000.00 NOK 1,000.00 NOK 0.00 –' }).waitFor()
      await alert.getByLabel('Ship the whole shipment anyway').check()
      t.notOk(await submit.isDisabled())
      await alert.getByRole('button', { name: 'Ship as a separate parcel' }).click()
      await alert.waitFor({ state: 'detached' })
      await dialog.getByText('Captures NOK 500.00').waitFor()
      await submit.click()
      // The notice of the order before says the same and may still be shown: the dialog closes with
      // this one.
      await dialog.waitFor({ state: 'hidden' })
      await page.getByText('5 items shipped, NOK 500.00 captured').last().waitFor()
      const { orderForm } = await read(client, 'ship-part')
      t.equal(orderForm.capturedPaymentTotal, 500)
      t.match(orderForm.shipments, [
        { orderStatus: 'New', lineItems: [{ quantity: 5, deliveredQuantity: 0 }] },
        { orderStatus: 'Shipped', lineItems: [{ quantity: 5, deliveredQuantity: 5 }] },
      ])
    },
  )
}

/** Looks at the open dialog as on a phone in the evening. */
async function narrowAndDark(t: Test, page: Page): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  t.same(await accessViolations(page), [], 'the dialog in dark on a phone')
  t.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, 'nothing to scroll to the side')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(size ?? { width: 1_280, height: 720 })
}

async function splitShipment(t: Test, { page, client }: Story): Promise<void> {
  await t.test(
    'given a shipment, when some units are split off, then they are in a new one and nothing is delivered',
    async (t) => {
      await newOrder(client, 'ship-split', { customerEmail: 'astrid@example.com' })
      await openOrder(page, 'ship-split')
      const dialog = await openAction(page, 'Split shipment')
      await dialog.getByLabel('Quantity of Blue cup').fill('2.5')
      await dialog.getByText('New shipment 2 with 2.5 items from Central').waitFor()
      t.same(await accessViolations(page), [], 'the dialog')
      await dialog.getByText('Shipment 1 is New already').waitFor()
      await dialog.getByText('Sends the customer a message').waitFor()
      await dialog.getByLabel('Status of the shipment').selectOption('Pending')
      await dialog.getByText('Shipment 1: New → Pending').waitFor()
      t.equal(await dialog.getByText('Sends the customer a message').count(), 0)
      t.equal(await dialog.getByText('Shipment 1 is New already').count(), 0)
      await dialog.getByLabel('Quantity of Blue cup').focus()
      await page.keyboard.press('Enter')
      await page.getByText('2.5 items moved to another shipment').waitFor()
      const { status, orderForm } = await read(client, 'ship-split')
      t.equal(status, 'New')
      t.match(orderForm.shipments, [{ lineItems: [{ quantity: 7.5 }] }, { shipmentId: '2', lineItems: [{ quantity: 2.5 }] }])
    },
  )
}

async function reallocate(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given stock elsewhere, when units are reallocated, then they leave from there', async (t) => {
    await newOrder(client, 'ship-move')
    await openOrder(page, 'ship-move')
    const dialog = await openAction(page, 'Change warehouse')
    const warehouse = dialog.getByLabel('To warehouse')
    await warehouse.fill('Central')
    await dialog.getByText('The goods leave from there already').waitFor()
    await warehouse.fill('Bergen')
    await page.getByRole('option', { name: 'Bergen-01' }).click()
    await dialog.getByText('5 available in Bergen-01').waitFor()
    await dialog.getByLabel('Quantity of Blue cup').fill('4')
    await dialog.getByText('New shipment 2 with 4 items from Bergen-01').waitFor()
    t.same(await accessViolations(page), [], 'the dialog')
    await dialog.getByRole('button', { name: 'Change warehouse' }).click()
    await page.getByText('4 items moved to the other warehouse').waitFor()
    t.match((await read(client, 'ship-move')).orderForm.shipments, [
      { warehouseCode: 'Central', lineItems: [{ quantity: 6 }] },
      { warehouseCode: 'Bergen-01', lineItems: [{ quantity: 4 }] },
    ])
    t.match(await readStock(client, 'Bergen-01'), { quantity: 5, reservedQuantity: 4 }, 'what was reserved went along')
  })
}

async function cancelUnits(t: Test, { page, client }: Story): Promise<void> {
  await t.test(
    'given a line, when some and then all of it is cancelled, then the order costs less and is cancelled',
    async (t) => {
      await newOrder(client, 'ship-cancel')
      await openOrder(page, 'ship-cancel')
      const dialog = await openAction(page, 'Cancel items')
      await dialog.getByLabel('Quantity of Blue cup').fill('3')
      await dialog.getByText('Blue cup in shipment 1: 3 cancelled').waitFor()
      t.same(await accessViolations(page), [], 'the dialog')
      await dialog.getByRole('button', { name: /^Cancel (items|and refund)/ }).click()
      await page.getByText('3 items cancelled').waitFor()
      const some = await read(client, 'ship-cancel')
      t.match(some, { status: 'New', netTotal: 700, orderForm: { shipments: [{ lineItems: [{ canceledQuantity: 3 }] }] } })
      await openAction(page, 'Cancel items')
      await dialog.getByRole('button', { name: 'Everything' }).click()
      await dialog.getByText('The order: New → Cancelled').waitFor()
      await dialog.getByRole('button', { name: /^Cancel (items|and refund)/ }).click()
      await page.getByText('7 items cancelled').waitFor()
      t.match(await read(client, 'ship-cancel'), { status: 'Cancelled', netTotal: 0 })
    },
  )
}

async function cancelLine(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given a line, when it is cancelled as a whole, then what is authorised is voided', async (t) => {
    await newOrder(client, 'ship-line')
    await openOrder(page, 'ship-line')
    const dialog = await openAction(page, 'Cancel a whole line')
    await dialog.getByText('10 of Blue cup are cancelled').waitFor()
    t.same(await accessViolations(page), [], 'the dialog')
    await dialog.getByRole('button', { name: 'Cancel the line' }).dblclick()
    await page.getByText('The line is cancelled. The order is Cancelled.').waitFor()
    t.match(await read(client, 'ship-line'), { netTotal: 0, orderForm: { authorizedPaymentTotal: 0 } })
  })
}

async function changeTracking(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given a shipment, when tracking and a parcel are entered, then the shipment has them', async (t) => {
    await openOrder(page, 'ship-split')
    const dialog = await openAction(page, 'Tracking and parcels')
    await dialog.getByLabel('Shipment', { exact: true }).selectOption('2')
    await dialog.getByLabel('Tracking number', { exact: true }).fill('TRACK-2')
    await dialog.getByRole('button', { name: 'Add a parcel' }).click()
    await dialog.getByLabel('Weight in kg').fill('1.2')
    await dialog.getByLabel('Quantity of Blue cup in parcel 1').fill('2.5')
    t.same(await accessViolations(page), [], 'the dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Shipment 2 is saved').waitFor()
    const packages = [{ id: '1', weightInKg: 1.2, lineItemReferences: [{ lineItemId: '1', quantity: 2.5 }] }]
    t.match((await read(client, 'ship-split')).orderForm.shipments, [
      { shipmentTrackingNumber: null, packages: { length: 0 } },
      { shipmentTrackingNumber: 'TRACK-2', packages },
    ])
  })
}

async function runFromPalette(t: Test, { page }: Story): Promise<void> {
  await t.test(
    'given an open order, when its action is typed into the palette, then the dialog opens with its first field',
    async (t) => {
      await openOrder(page, 'ship-split')
      await findInPalette(page, 'split')
      await page.getByRole('button', { name: 'Split shipment' }).waitFor()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Split shipment' })
      const units = dialog.getByLabel('Quantity of Blue cup')
      await units.waitFor()
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Quantity of Blue cup')
      t.same(await accessViolations(page), [], 'the dialog')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await openInside(page, '/orders')
      await page.getByRole('heading', { name: 'Orders' }).waitFor()
      await findInPalette(page, 'split')
      await page.getByText('Nothing found').or(page.getByText('ship-split').first()).first().waitFor()
      t.equal(await page.getByRole('button', { name: 'Split shipment' }).count(), 0, 'on the list there is no order to split')
      await page.keyboard.press('Escape')
    },
  )
}

async function downloadDocuments(t: Test, { page, client }: Story): Promise<void> {
  await t.test(
    'given an order, when its documents are downloaded, then they are PDFs, and nothing to pack has its reason',
    async (t) => {
      await newOrder(client, 'ship-print')
      await openOrder(page, 'ship-print')
      for (const [name, file] of [
        ['Delivery note', 'delivery-note-ship-print.pdf'],
        ['Packing slips', 'packing-slips-ship-print.pdf'],
      ] as const) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
        t.equal(download.suggestedFilename(), file)
        t.match((await readFile(await download.path())).subarray(0, 5).toString(), '%PDF-')
      }
      t.same(await accessViolations(page), [], 'the page')
      await client.call('POST', '/api/Orders/ship-print/UpdateStatus', { body: { status: 'Completed' } })
      await page.getByRole('button', { name: 'Packing slips' }).click()
      await page.getByText('There is nothing to pack:').waitFor()
    },
  )
}

async function writeToCustomer(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given a customer, when a person writes to them, then the message is sent and kept among the notes', async (t) => {
    await openOrder(page, 'ship-print')
    const dialog = await openAction(page, 'Write to the customer')
    await dialog.getByLabel('By e-mail').check()
    await dialog.getByLabel('E-mail address').fill('astrid@example.com')
    await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Your cups come <b>tomorrow</b>.')
    t.same(await accessViolations(page), [], 'the dialog')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The message is on its way').waitFor()
    await page.getByRole('region', { name: 'Notes' }).getByText('Your cups come <b>tomorrow</b>.').waitFor()
    const note = { detail: 'Your cups come <b>tomorrow</b>.', creator: people.all.userName }
    t.match((await client.call('GET', '/api/Orders/ship-print')).body, { publicOrderNotes: [note] })
  })
}

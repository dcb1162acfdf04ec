// Shared process: the console of a system that is disturbed.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { disturbedSystem, failedCaptures } from './refusing-bank.ts'

const FAILED = 60
/** The bank refuses this one a second time. */
const STUBBORN = 'refused-7'
/** Of this one there is a piece in stock. */
const STOCKED = 'BULK-CUP'

type Row = { status: string; tags: string[]; holds?: { reasonCode: string; released: string | null }[] }

async function accessible(t: Test, page: Page, what: string): Promise<void> {
  t.same(await accessViolations(page), [], `axe: ${what}`)
}

/** Opens the dialog of an action on what is selected. */
async function openAction(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: /^(More actions|Actions for all \d+)$/ }).click()
  await page.getByRole('menuitem', { name }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

async function close(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** The content of the file that a click downloads. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

const browser = await consoleBrowser()
const under = await disturbedSystem()
const { bank, client, system } = under
const orders = await failedCaptures(under, 'refused', FAILED)
const window = await consoleWindow(browser, `${system.gatewayUrl}/console/orders?errors=true`)
const { page } = window
const show = (search: string) => page.goto(`${system.gatewayUrl}/console/orders?${search}`)
const getOrder = async (id: string) => (await client.call<Row>('GET', `/api/Orders/${id}`)).body

t.test('given 60 captures that a bank refused, when they are retried together, then each is captured exactly once', async (t) => {
  await page.getByText(`${FAILED} orders`, { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check()
  await page.getByRole('button', { name: `Select all ${FAILED}` }).click()
  await page.getByText(`${FAILED} selected`).waitFor()
  bank.refuses = (request) => request.includes(`"${STUBBORN}"`)
  const dialog = await openAction(page, 'Retry failed steps')
  await dialog.getByText(`${FAILED} runs of ${FAILED} orders failed`, { exact: false }).waitFor()
  await accessible(t, page, 'the question before a retry')
  await dialog.getByLabel('Note').fill('The bank has raised our limit.')
  await dialog.getByRole('button', { name: `Retry ${FAILED} runs` }).click()
  await dialog.getByText(`Finished: ${FAILED} of ${FAILED} done, ${FAILED - 1} succeeded, 1 failed`).waitFor()
  await dialog.getByText('Failed', { exact: true }).last().click()
  await dialog.getByRole('table', { name: 'Results' }).getByRole('link', { name: STUBBORN }).waitFor()
  await dialog.getByRole('table', { name: 'Results' }).getByText('The limit is reached.', { exact: false }).waitFor()
  await accessible(t, page, 'the results of a retry')
  bank.refuses = () => false
  await dialog.getByRole('button', { name: 'Retry the one that failed' }).click()
  await dialog.getByText('Finished: 1 of 1 done, 1 succeeded').waitFor()
  await dialog.getByRole('button', { name: 'Close the job' }).click()
  await page.getByText('No orders match').waitFor()
  t.equal(bank.captures.length, FAILED, 'the bank has captured each once')
  for (const id of orders) {
    const order = await getOrder(id)
    t.match(order, { status: 'Completed', orderForm: { capturedPaymentTotal: 125 } }, id)
  }
})

t.test(
  'given selected orders, one of which changes meanwhile, when tags are added, then its conflict is shown and retried',
  async (t) => {
    const ids = ['bulk-1', 'bulk-2', 'bulk-3']
    await client.call('PUT', '/api/Inventory', { body: [{ skuId: STOCKED, warehouseCode: 'Oslo-01', quantity: 1 }] })
    for (const id of ids) {
      const order = paidOrder(id, 'Sale', { code: id === 'bulk-1' ? STOCKED : 'CUP' })
      await client.call('POST', '/api/Orders', { body: { ...order, customerName: '=Bulk Buyer', tags: ['old'] } })
    }
    await show('text=bulk+buyer')
    await page.getByText('3 orders', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check()
    const tags = await openAction(page, 'Change tags')
    await tags.getByLabel('Tags to add').fill('gift')
    await tags.getByLabel('Tags to add').press('Enter')
    await tags.getByLabel('Tags to remove').fill('old')
    await tags.getByLabel('Tags to remove').press('Enter')
    await accessible(t, page, 'the form of tags')
    await client.call('PATCH', '/api/Orders/bulk-2/PatchOrder', { body: { customerReference: 'changed elsewhere' } })
    await tags.getByRole('button', { name: 'Change tags' }).click()
    await tags.getByText('3 of 3: 2 done, 1 failed').waitFor()
    await tags.getByText(/^demo changed the order at .* its status is now New/).waitFor()
    await accessible(t, page, 'results with a conflict')
    t.same((await getOrder('bulk-2')).tags, ['old'])
    await tags.getByRole('button', { name: 'Retry the one that failed' }).click()
    await tags.getByText('3 of 3: 3 done, 0 failed').waitFor()
    for (const id of ids) t.same((await getOrder(id)).tags, ['gift'], id)
    await close(tags)
  },
)

t.test('given selected orders, when they are held twice and released, then each has one hold and it ends', async (t) => {
  const hold = async () => {
    const dialog = await openAction(page, 'Put on hold')
    await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('FraudCheck')
    return dialog
  }
  const first = await hold()
  await accessible(t, page, 'the form of a hold')
  await first.getByRole('button', { name: 'Hold', exact: true }).click()
  await first.getByText('3 of 3: 3 done, 0 failed').waitFor()
  await close(first)
  await page.getByRole('row').getByText('On hold').nth(2).waitFor()
  const second = await hold()
  await second.getByRole('button', { name: 'Hold', exact: true }).click()
  await second.getByText('3 of 3: 0 done, 0 failed, 3 without a change').waitFor()
  await close(second)
  t.match((await getOrder('bulk-1')).holds, [{ reasonCode: 'FraudCheck', released: null }])
  const release = await openAction(page, 'Release holds')
  await accessible(t, page, 'the form of a release')
  await release.getByRole('button', { name: 'Release' }).click()
  await release.getByText('3 of 3: 3 done, 0 failed').waitFor()
  await close(release)
  const { holds = [] } = await getOrder('bulk-1')
  t.equal(holds.filter(({ released }) => released === null).length, 0)
  t.equal(holds.length, 1)
})

t.test('given all that are found, when they are exported and printed, then the files have them and no formula', async (t) => {
  await page.getByRole('button', { name: 'Clear selection' }).click()
  const exporting = await openAction(page, 'Export')
  await accessible(t, page, 'the form of an export')
  const csv = await downloaded(page, () => exporting.getByRole('button', { name: 'Export' }).click())
  t.match(csv.name, /^orders-.*\.csv$/)
  const [header = '', ...records] = csv.content.toString('utf8').trimEnd().split('\r\n')
  const item = ['code', 'displayName', 'quantity'].map((field) => `orderForm.lineItems[0].${field}`)
  const amounts = ['paymentStatus', 'fulfilmentStatus', 'created', 'total', 'billingCurrency']
  t.same(header.replace('\ufeff', '').split(','), ['id', 'orderNumber', 'status', 'customerName', ...item, ...amounts])
  t.equal(header[0], '\ufeff', 'a spreadsheet reads it as UTF-8')
  t.equal(records.length, 3)
  for (const record of records) t.match(record, ",'=Bulk Buyer,", 'a spreadsheet runs nothing')
  await exporting.getByText('3 exported; the file is downloaded.').waitFor()
  await close(exporting)
  const printing = await openAction(page, 'Print')
  await accessible(t, page, 'the form of printing')
  const pdf = await downloaded(page, () => printing.getByRole('button', { name: 'Make PDF' }).click())
  t.equal(pdf.name, 'Pick-list.pdf')
  t.equal(pdf.content.subarray(0, 5).toString(), '%PDF-')
  await close(printing)
})

t.test(
  'given orders by what their statuses are for, when a built-in view is shown, then its count agrees with its list',
  async (t) => {
    await client.call('POST', '/api/Orders/bulk-1/UpdateStatus', { body: { status: 'InProgress' } })
    await client.call('POST', '/api/Orders/bulk-2/UpdateStatus', { body: { status: 'PackedAndReady' } })
    const picker = { properties: [{ key: 'Picker', value: people.all.userName }] }
    await client.call('PATCH', '/api/Orders/bulk-3/PatchOrder', { body: picker })
    await client.call('POST', '/api/Orders', {
      body: { ...paidOrder('unpaid-1'), orderForm: { lineItems: [{ code: 'CUP', quantity: 1, placedPrice: 9 }] } },
    })
    await show('')
    for (const [name, link] of [
      ['My queue 1', 'bulk-3'],
      ['To pick 1', 'bulk-1'],
      ['Waiting for payment 1', 'unpaid-1'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      await page.getByText('1 order', { exact: true }).waitFor()
      await page.getByRole('link', { name: link }).waitFor()
      t.equal(await page.getByRole('button', { name }).getAttribute('aria-pressed'), 'true', name)
    }
    await accessible(t, page, 'a built-in view')
    await page.getByRole('button', { name: 'Needs attention 0' }).click()
    await page.getByText('No orders match').waitFor()
  },
)

t.test(
  'given orders that are not paid or held, when they are to be shipped with others, then they stay unless it is meant',
  async (t) => {
    const [paid, unpaid] = [paidOrder('leaving-1'), paidOrder('leaving-2')]
    const { lineItems } = unpaid.orderForm as { lineItems: object[] }
    for (const body of [paid, { ...unpaid, orderForm: { lineItems } }, paidOrder('leaving-3')])
      await client.call('POST', '/api/Orders', { body: { ...body, customerName: 'Leaving Buyer' } })
    await client.call('POST', '/api/Orders/leaving-3/Holds', { body: { reasonCode: 'AddressUnclear' } })
    await show('text=leaving+buyer')
    await page.getByText('3 orders', { exact: true }).waitFor()
    const move = async (isMeant: boolean) => {
      await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check()
      await page.getByRole('button', { name: 'Change status' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Status').selectOption('Shipped')
      const confirmation = dialog.getByRole('checkbox', { name: 'Ship the others too' })
      await confirmation.setChecked(isMeant)
      await dialog.getByRole('button', { name: 'Change status', exact: true }).click()
      return dialog
    }
    const first = await move(false)
    await first.getByText('3 of 3: 1 done, 2 failed').waitFor()
    await first.getByText('Neither paid nor authorised: not shipped.').waitFor()
    await first.getByText('On hold: not shipped.').waitFor()
    await accessible(t, page, 'the results of a move')
    t.equal((await getOrder('leaving-2')).status, 'New')
    await close(first)
    const second = await move(true)
    await second.getByText('3 of 3: 1 done, 1 failed, 1 without a change').waitFor()
    t.equal((await getOrder('leaving-2')).status, 'Shipped')
    t.equal((await getOrder('leaving-3')).status, 'New', 'the system lets nothing leave that is held')
    await close(second)
  },
)

t.test('given a view, when it is saved for everybody, renamed and deleted, then others see it only meanwhile', async (t) => {
  const saved = async () => {
    const as = await client.call<{ result: { name: string; shared: boolean }[] }>('GET', '/api/SavedSearches')
    return as.body.result.map(({ name, shared }) => [name, shared])
  }
  await show('text=bulk+buyer')
  await page.getByRole('button', { name: 'Save as a view' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Bulk')
  await form.getByRole('checkbox', { name: 'Share with the team' }).check()
  await accessible(t, page, 'the form of a view')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Bulk 3' }).waitFor()
  t.same(await saved(), [['Bulk', true]], 'another client sees it')
  await page.getByRole('button', { name: 'Change view' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Bulk buyers')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Bulk buyers 3' }).waitFor()
  t.same(await saved(), [['Bulk buyers', true]])
  await page.getByRole('button', { name: 'Change view' }).click()
  await form.getByRole('button', { name: 'Delete' }).click()
  await form.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('button', { name: 'Bulk buyers 3' }).waitFor({ state: 'detached' })
  t.same(await saved(), [])
})

t.test('given a reader, when they select orders, then they can print them and change nothing', async (t) => {
  const other = await consoleWindow(browser, `${system.gatewayUrl}/console/orders?text=bulk+buyer`, people.reader)
  await other.page.getByRole('checkbox', { name: 'Select order bulk-1' }).check()
  await other.page.getByRole('button', { name: 'More actions' }).click()
  t.same(await other.page.getByRole('menuitem').allTextContents(), ['Print'])
  t.equal(await other.page.getByRole('button', { name: 'Change status' }).count(), 0)
  await other.page.keyboard.press('Escape')
  await other.page.getByRole('button', { name: 'To pick 1' }).waitFor()
  t.same(other.complaints, [])
  await other.context.close()
  t.same(window.complaints, [])
})

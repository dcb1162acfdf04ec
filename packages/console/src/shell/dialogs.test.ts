// Shared process: the console in a browser.
import t from 'tap'
import { checkPageDialog, consolePage, goTo, type PageDialog } from '../testing/console-page.ts'
import { recordedBody } from '../testing/example-server.ts'
import { bulkEn } from '../texts/en/bulk.ts'
import { orderEn } from '../texts/en/order.ts'

const shown = await consolePage()
const { page, server } = shown
const order = (recordedBody('capturePayment') as { order: { id: string } }).order

/** One of each kind; the long tests have all of them. */
const dialogs: readonly PageDialog[] = [
  { path: '/orders', select: 'Select order K-4', button: bulkEn.open, entry: bulkEn.names.tags },
  { path: '/orders?text=hansen', button: 'Save as a view', keepsText: false },
  { path: '/stock?text=CUP', button: 'Adjust CUP in Oslo-01' },
  { path: `/orders/${order.id}`, button: orderEn.actions.open, entry: orderEn.actions.hold },
]

for (const one of dialogs)
  t.test(`given ${one.path}, when ${one.entry ?? one.button} is opened by keys, then its dialog is usable`, async (t) => {
    server.answer('getOrder', { status: 200, body: order })
    await checkPageDialog(t, shown, one)
  })

t.test('given a new product, when the system refuses a value, then its field says why and keeps what was typed', async (t) => {
  const errors = { 'products[0].name': ['must not be empty'], name: ['must not be empty'] }
  const body = { message: 'The request has bad values.', error: 'ValidationFailed', errors, traceId: 'trace' }
  server.answer('createProduct', { status: 400, body })
  await goTo(shown, '/catalogue/new-product')
  const create = page.getByRole('button', { name: 'Create' })
  await create.press('Enter')
  const id = page.getByLabel('Product id')
  t.ok(
    await id.evaluate((field: HTMLInputElement) => !field.validity.valid && document.activeElement === field),
    'it is required',
  )
  await id.fill('CUP-2')
  await create.press('Enter')
  await page.getByText('must not be empty').first().waitFor()
  t.equal(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid'), 'true')
  t.equal(await id.inputValue(), 'CUP-2')
  server.answer('createProduct', null)
})

t.test('given all of these, when they are closed, then the page has thrown nothing', async (t) => {
  t.same(shown.complaints, [])
  t.same([...server.unanswered], [])
})

// Shared process: the console in a browser.
import t from 'tap'
import { checkLooks, checkPageDialog, consolePage, goTo, type PageDialog } from '../testing/console-page.ts'
import { bulkEn } from '../texts/en/bulk.ts'

const shown = await consolePage()
const { page, server } = shown
const dialog = page.getByRole('dialog')

/** Dialogs by the page that has them, the button that opens them, and their entry in its menu. */
const dialogs: readonly PageDialog[] = [
  ...(['tags', 'hold', 'assign', 'export', 'print'] as const).map((name) => ({
    path: '/orders',
    select: 'Select order K-4',
    button: bulkEn.open,
    entry: bulkEn.names[name],
    // What is typed to find a colleague is no text of the person.
    ...(name === 'assign' ? { keepsText: false } : {}),
  })),
  { path: '/orders', select: 'Select order K-4', button: bulkEn.names.move },
  { path: '/orders?text=hansen', button: 'Save as a view', keepsText: false },
  { path: '/catalogue/products/CUP', button: 'Edit' },
  { path: '/catalogue/products/CUP', button: 'Delete' },
  { path: '/catalogue/products/CUP', button: 'Add a certification' },
  { path: '/catalogue/business-customers/acme', button: 'Rename' },
  { path: '/stock', button: 'Add stock' },
  { path: '/stock?text=CUP', button: 'Receive CUP in Oslo-01' },
  { path: '/stock?text=CUP', button: 'Move CUP from Oslo-01' },
  { path: '/stock?text=CUP', button: 'Adjust CUP in Oslo-01' },
  // Its one field is a number with a button of its own.
  { path: '/stock?text=CUP', button: 'Movements of CUP in Oslo-01', keepsText: false },
  { path: '/work/dead-letters', button: 'Open catalog.asset.stored.v1 about L-1' },
]

for (const one of dialogs)
  t.test(`given ${one.path}, when ${one.entry ?? one.button} is opened by keys, then its dialog is usable`, (t) =>
    checkPageDialog(t, shown, one),
  )

t.test('given any page, when ? is pressed outside of a field, then all shortcuts are listed', async (t) => {
  await goTo(shown, '/customers')
  await page.getByRole('heading', { name: 'Customers' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).focus()
  await page.keyboard.press('Shift+?')
  await dialog.getByRole('table', { name: 'In the list of orders' }).waitFor()
  await checkLooks(t, page, dialog)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().focus()
  await page.keyboard.press('Shift+?')
  t.equal(await dialog.count(), 0, 'in a field it is a letter')
})

for (const path of ['/orders/new', '/catalogue/new-product', '/work/imports', '/customers/x', '/pick'])
  t.test(`given ${path}, when it is opened, then its form is usable in the light and on a phone in the dark`, async (t) => {
    await goTo(shown, path)
    await page.locator('main :is(input, select, textarea)').first().waitFor()
    await checkLooks(t, page, page.getByRole('main'))
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

// Shared process: the console in a browser.
import t from 'tap'
import { consolePage, goTo } from '../testing/console-page.ts'
import { en } from '../texts/en/console.ts'
import { customersEn } from '../texts/en/customers.ts'

const shown = await consolePage()
const { page, server } = shown
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const mark = () => page.evaluate(() => void Object.assign(globalThis, { isSamePage: true }))
const refused = () => page.waitForResponse((response) => response.status() === 503)
const isSamePage = () => page.evaluate(() => 'isSamePage' in globalThis)

t.test('given a part that cannot be loaded for a moment, when it is needed, then it is tried again', async (t) => {
  await goTo(shown, '/customers')
  await heading('Customers').waitFor()
  await mark()
  server.refuseFiles('order-parts')
  await Promise.all([refused(), goTo(shown, '/orders/K-4')])
  server.refuseFiles(null)
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  t.ok(await isSamePage())
})

t.test('given a part that stays unreachable, when it is needed, then the page can be loaded again', async (t) => {
  await goTo(shown, '/customers')
  server.refuseFiles('reports-page')
  await goTo(shown, '/reports')
  await page.getByText(en.states.notLoaded.title).waitFor()
  server.refuseFiles(null)
  await page.getByRole('button', { name: en.states.notLoaded.retry }).click()
  await heading('Reports').waitFor()
  t.notOk(await isSamePage())
})

t.test('given another version, when another page is opened, then it is one of that, and nothing written is lost', async (t) => {
  await goTo(shown, '/customers/x')
  const note = page.getByRole('textbox', { name: customersEn.notes.text })
  await note.fill('Rings at ten')
  await mark()
  server.upgrade()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText(en.shell.reload.title).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).focus()
  server.refuseFiles('shortcut-list')
  await Promise.all([refused(), page.keyboard.press('Shift+?')])
  server.refuseFiles(null)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  t.equal(await note.inputValue(), 'Rings at ten')
  t.ok(await isSamePage())
  await note.fill('')
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await page.waitForFunction(() => !('isSamePage' in globalThis))
  await heading('Home').waitFor()
})

t.test('given another version, when a part of the former one is needed, then the page is loaded again', async (t) => {
  await mark()
  server.upgrade()
  server.refuseFiles('stock-page')
  await Promise.all([page.waitForEvent('load'), goTo(shown, '/stock')])
  server.refuseFiles(null)
  await heading('Stock').waitFor()
  t.notOk(await isSamePage())
  t.equal(await page.getByText(en.shell.reload.title).count(), 0)
})

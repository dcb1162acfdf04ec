// Shared process: the console's system.
import type { Page, Request } from 'playwright-core'
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, timeToHappen } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

const ids = ['console-dialog-1', 'console-dialog-2'] as const

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = `${system.gatewayUrl}/console`
for (const id of ids) await client.call('POST', '/api/Orders', { body: paidOrder(id, 'Authorization') })
const { page } = await consoleWindow(browser, `${url}/orders?text=console-dialog`)

/** Opens the page of an order by its row of the list, so that there is a page to go back to. */
async function openOrder(id: string): Promise<void> {
  await page.goto(`${url}/orders?text=console-dialog`)
  await page.getByRole('link', { name: id }).click()
  await page.getByRole('heading', { name: id, exact: true }).waitFor()
}

/**
 * Holds the writes of this kind back until the returned function lets them go on, or fails them.
 */
async function heldBack(on: Page, isMeant: (request: Request) => boolean): Promise<(end: 'go on' | 'fail') => void> {
  const { promise, resolve } = Promise.withResolvers<'go on' | 'fail'>()
  await on.route('**/api/Orders/**', async (route) => {
    if (!isMeant(route.request())) return route.fallback()
    await ((await promise) === 'go on' ? route.fallback() : route.abort('connectionreset'))
  })
  return resolve
}

const isMove = (request: Request) => /UpdateStatus$/.test(request.url())

t.test(
  'given a move under way, when the person closes or leaves, then the dialog stays until its outcome is known',
  async (t) => {
    await openOrder(ids[0])
    const end = await heldBack(page, isMove)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Change status' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change status' })
    await dialog.getByRole('combobox', { name: 'Status' }).selectOption('InProgress')
    await dialog.getByText('Preview').waitFor()
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await page
      .locator('[role=dialog] button:disabled')
      .and(page.getByRole('button', { name: 'Close' }))
      .waitFor()
    const attempts = {
      escape: () => page.keyboard.press('Escape'),
      click: () => page.mouse.click(5, 300),
      back: () => page.evaluate('history.back()'),
    }
    for (const [name, attempt] of Object.entries(attempts)) {
      await attempt()
      await timeToHappen(page)
      t.ok(await dialog.isVisible(), name)
      t.match(page.url(), new RegExp(`/orders/${ids[0]}$`), name)
    }
    end('go on')
    await page.getByText('The order is now In progress').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.unroute('**/api/Orders/**')
    await page.goBack()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
  },
)

t.test('given a hold under way, when the person leaves and it fails, then the dialog says so and can be closed', async (t) => {
  await openOrder(ids[1])
  const end = await heldBack(page, (request) => request.method() === 'POST' && /Holds$/.test(request.url()))
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Hold', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Hold' })
  await dialog.getByLabel('Reason').selectOption('AddressUnclear')
  await dialog.getByLabel('Note').fill('Which floor?')
  await dialog.getByRole('button', { name: 'Hold the order' }).click()
  await page
    .locator('[role=dialog] button:disabled')
    .and(page.getByRole('button', { name: 'Close' }))
    .waitFor()
  await page.evaluate('history.back()')
  await page.keyboard.press('Escape')
  end('fail')
  await dialog.getByText('No connection').waitFor()
  t.match(page.url(), new RegExp(`/orders/${ids[1]}$`))
  await page.unroute('**/api/Orders/**')
  await page.keyboard.press('Escape')
  await dialog.getByText('Discard what you have entered?').waitFor()
  t.same(await accessViolations(page), [], 'axe: the question')
  t.equal(await dialog.getByLabel('Note').inputValue(), 'Which floor?', 'what was typed is still there')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await page.mouse.click(5, 300)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
})

t.test(
  'given a page on which something is written, when the person leaves or signs out, then they are asked first',
  async (t) => {
    await page.goto(`${url}/catalogue/new-product`)
    const field = page.getByRole('textbox', { name: /^Product/ }).first()
    await field.fill('HALF-WRITTEN')
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
    const question = page.getByRole('dialog').getByText('Discard what you have entered?')
    await question.waitFor()
    t.same(await accessViolations(page), [], 'axe: the question')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    t.equal(await field.inputValue(), 'HALF-WRITTEN')
    await page.getByRole('button', { name: 'Kari Demo' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('menuitem', { name: 'Discard and sign out' }).waitFor()
    await page.getByRole('menuitem', { name: 'Keep editing' }).click()
    await page.keyboard.press('Escape')
    t.equal(await field.inputValue(), 'HALF-WRITTEN', 'nobody is signed out')
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.waitForURL(/\/orders/)
  },
)

t.test('given a dialog beside an order, when text is written in it, then Esc and a click beside it ask first', async (t) => {
  await page.goto(`${url}/orders?text=console-dialog`)
  await page
    .getByRole('checkbox', { name: new RegExp(ids[0]) })
    .first()
    .check()
  await page.getByRole('button', { name: /^(More actions|Actions for all found)$/ }).click()
  await page.getByRole('menuitem', { name: 'Hold' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('half')
  await page.keyboard.press('Escape')
  await dialog.getByText('Discard what you have entered?').waitFor()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  t.equal(await dialog.getByLabel('Note').inputValue(), 'half')
  await page.mouse.click(5, 300)
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
})

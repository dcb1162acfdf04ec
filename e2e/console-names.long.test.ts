// Shared process: the console's system.
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openInside } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = `${system.gatewayUrl}/console`
await client.call('POST', '/api/Orders', { body: { ...paidOrder('console-names'), storeId: '142' } })
const { page, complaints } = await consoleWindow(browser, `${url}/orders?text=nothing-is-called-so`)

t.test('given names that come after the orders, when the list is shown, then its rows have them, too', async (t) => {
  const asked = Promise.withResolvers<void>()
  const names = '**/api/Configuration/Names'
  await page.route(names, async (route) => {
    await asked.promise
    await route.fallback()
  })
  await page.goto(`${url}/orders?text=console-names&columns=${encodeURIComponent('["number","status","store","type"]')}`)
  const row = page.getByRole('row').filter({ hasText: 'console-names' })
  await row.getByRole('cell', { name: '142' }).waitFor()
  asked.resolve()
  await row.getByRole('cell', { name: 'Norwegian web store' }).waitFor()
  await page.unroute(names)
  await row.getByText('Online').waitFor()
  t.same(await accessViolations(page), [])
})

t.test('given orders of stores, when the list is narrowed to a store, then the filter has its name', async (t) => {
  // The heading of the column has the same name, and sorts.
  await page.getByRole('button', { name: 'Store', exact: true }).first().click()
  await page.getByRole('checkbox', { name: 'Norwegian web store' }).check()
  await page.waitForURL(/store=/)
  t.same(new URL(page.url()).searchParams.getAll('store'), ['142'], 'the address has the id')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'console-names' }).click()
  await page.getByText(/^Online · Norwegian web store · /).waitFor()
})

t.test('given the field of a store, when its name is typed, then it is chosen by its id', async (t) => {
  await openInside(page, '/money?day=2026-02-03')
  const field = page.getByPlaceholder('All stores')
  await field.fill('oslo')
  await field.press('Enter')
  await page.waitForURL(/store=Oslo-01/)
  t.equal(await field.inputValue(), 'Oslo')
  await field.fill('Bergen-01')
  await field.press('Tab')
  await page.waitForURL(/store=Bergen-01/)
  t.equal(await field.inputValue(), 'Bergen')
  t.same(await accessViolations(page), [])
  t.same(complaints, [])
})

// Shared process: the console's system.

import type { RestClient } from '@open-oms/system/rest-client'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openWindow, people, signIn } from './console-window.ts'
import { anySystem } from './shared-system.ts'

const name = 'Ragnhild Kundeberg'
const customer = {
  customerId: 'CONSOLE-CUSTOMER-1',
  customerName: name,
  customerEmail: 'ragnhild@example.com',
  customerPhone: '+47 411 77 555',
  billingAddress: { name, line1: 'Kundeveien 7', postalCode: '5003', city: 'Bergen', countryCode: 'NO' },
}
const orderIds = ['CONSOLE-CUSTOMER-A', 'CONSOLE-CUSTOMER-B']

const browser = await consoleBrowser()

t.test('given a customer with orders, when a person looks for it, then the page says what the desk needs', async (t) => {
  const { system, client } = await anySystem()
  await placeOrders(client)
  const { page } = await openWindow(browser)
  await page.goto(`${system.gatewayUrl}/console/customers`)
  await signIn(page, people.all)
  await findByPhone(t, page)
  await writeNote(t, page)
  await lookAccessible(t, page)
  await comeFromOrder(t, page, system.gatewayUrl)
  await t.test('given a reader, when they open the customer, then they read and cannot write', async (t) => {
    const { page: reading } = await consoleWindow(
      browser,
      `${system.gatewayUrl}/console/customers/id%3A${customer.customerId}`,
      people.reader,
    )
    await reading.getByText('Calls after four').waitFor()
    t.equal(await reading.getByLabel('New note').count(), 0)
  })
})

async function placeOrders(client: RestClient): Promise<void> {
  for (const id of orderIds) {
    const lineItems = [{ code: 'CONSOLE-CUSTOMER', displayName: 'Lamp', quantity: 1, placedPrice: 250 }]
    const body = { id, orderNumber: id, storeId: 'Bergen-01', orderType: 'Online', status: 'New', marketId: 'NOR', ...customer }
    await client.call('POST', '/api/Orders?runWorkflow=false', { body: { ...body, orderForm: { lineItems } } })
  }
}

async function findByPhone(t: Test, page: Page): Promise<void> {
  await t.test('when the phone number is typed as people say it, then the customer is found', async (t) => {
    await page.getByLabel('Name, e-mail, phone or customer number').fill('41177555')
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.getByRole('region', { name: 'At a glance' }).getByText('NOK 500.00').waitFor()
    for (const id of orderIds) await page.getByRole('link', { name: id }).first().waitFor()
    await page.getByText('Kundeveien 7').waitFor()
    t.equal(await page.getByRole('link', { name: customer.customerEmail }).getAttribute('href'), 'mailto:ragnhild@example.com')
  })
}

async function writeNote(t: Test, page: Page): Promise<void> {
  await t.test('when a note is written and another one deleted, then the page shows the one that is left', async (t) => {
    for (const text of ['Wrong note', 'Calls after four']) {
      await page.getByLabel('New note').fill(text)
      await page.getByRole('button', { name: 'Save note' }).click()
      await page.locator('.note-text', { hasText: text }).waitFor()
    }
    await page
      .getByRole('button', { name: /^Delete the note/ })
      .last()
      .click()
    await page.getByText('Wrong note').waitFor({ state: 'detached' })
    t.equal(await page.getByText('Calls after four').count(), 1)
  })
}

async function lookAccessible(t: Test, page: Page): Promise<void> {
  await t.test('when the customer is looked at with axe, then nothing is in the way', async (t) => {
    t.same(await accessViolations(page), [])
  })
}

async function comeFromOrder(t: Test, page: Page, gatewayUrl: string): Promise<void> {
  await t.test('given an order, when its customer is opened, then that is the page of the customer', async (t) => {
    await page.goto(`${gatewayUrl}/console/orders/${orderIds[0]}`)
    await page.getByText('2 orders · NOK 500.00').waitFor()
    await page.getByRole('link', { name: 'Show customer' }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    t.match(page.url(), /console\/customers\/id/)
  })
}

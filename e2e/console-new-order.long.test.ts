// Shared process: the console's system.

import type { RestClient } from '@open-oms/system/rest-client'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openInside, openWindow, people, signIn } from './console-window.ts'
import { anySystem } from './shared-system.ts'

const code = 'CONSOLE-PHONE-LAMP'
const name = 'Torbjørg Telefonsen'

const browser = await consoleBrowser()

t.test('given a customer on the phone, when a person writes the order, then the shop has it', async (t) => {
  const { system, client } = await anySystem()
  await client.call('POST', '/api/products', { body: { productId: code, name: 'Phone lamp', price: 400 } })
  const { page } = await openWindow(browser)
  await page.goto(`${system.gatewayUrl}/console/orders/new`)
  await signIn(page, people.all)
  await writeDraft(t, page)
  await t.test('when the page is looked at with axe, then nothing is in the way', async (t) => {
    t.same(await accessViolations(page), [])
  })
  await takeOver(t, page)
  await createOrder(t, page, client)
  await orderForCompany(t, page, client)
  await t.test('given a reader, when they open the page, then they cannot write an order', async (t) => {
    const { page: reading } = await consoleWindow(browser, `${system.gatewayUrl}/console/orders/new`, people.reader)
    await reading.getByText('You cannot create orders').waitFor()
    t.equal(await reading.getByRole('button', { name: /^Create order/ }).count(), 0)
  })
})

async function writeDraft(t: Test, page: Page): Promise<void> {
  await t.test('when customer and item are filled in with a discount, then its reason is asked for', async (t) => {
    await page.getByRole('textbox', { name: /^Name/ }).fill(name)
    await page.getByRole('textbox', { name: /^Street/ }).fill('Ringeveien 1')
    await page.getByRole('textbox', { name: 'City' }).fill('Bergen')
    await page
      .getByRole('main')
      .getByRole('combobox', { name: /^Store/ })
      .selectOption('Bergen-01')
    await page.getByRole('combobox', { name: 'Add a product' }).fill('phone lamp')
    await page.getByRole('option', { name: new RegExp(code) }).click()
    await page.getByLabel('Quantity of Phone lamp').fill('2')
    await page.getByLabel('Discount % of Phone lamp').fill('10')
    await page.getByText('A changed price or a discount needs a reason.').waitFor()
    t.equal(await page.getByRole('button', { name: /^Create order/ }).isDisabled(), true)
    await page.getByLabel('Reason of Phone lamp').fill('Waited too long')
    await page.getByRole('button', { name: 'Create order, NOK 720.00' }).waitFor()
    await page.getByText('Draft saved.').waitFor()
  })
}

async function takeOver(t: Test, page: Page): Promise<void> {
  await t.test('given the address of the draft, when it is opened again, then all of it is there', async (t) => {
    await page.waitForURL(/draft=/)
    await page.reload()
    await page.getByRole('button', { name: 'Create order, NOK 720.00' }).waitFor()
    t.equal(await page.getByRole('textbox', { name: /^Name/ }).inputValue(), name)
    t.equal(await page.getByLabel('Reason of Phone lamp').inputValue(), 'Waited too long')
  })
}

async function createOrder(t: Test, page: Page, client: RestClient): Promise<void> {
  await t.test('when the order is created, then its page opens, and it is on invoice for its total', async (t) => {
    await page.getByRole('button', { name: /^Create order/ }).click()
    await page.waitForURL(/console\/orders\/(?!new)/)
    const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
    const order = await client.call('GET', `/api/Orders/${encodeURIComponent(id)}`)
    t.match(order.body, {
      customerName: name,
      storeId: 'Bergen-01',
      total: 720,
      orderForm: {
        lineItems: [{ code, quantity: 2, orderLineDiscounts: [{ discountName: 'Waited too long' }] }],
        payments: [{ transactionType: 'Invoiced', amount: 720 }],
      },
    })
  })
}

async function orderForCompany(t: Test, page: Page, client: RestClient): Promise<void> {
  await t.test('given a company without orders, when it is chosen, then the order is of it', async (t) => {
    await client.call('POST', '/api/BusinessCustomer', { body: { id: 'NO-987', name: 'Telefonfabrikken AS' } })
    await openInside(page, '/orders/new')
    await page.getByRole('combobox', { name: 'Find a customer' }).fill('telefonfabrikken')
    await page.getByRole('option', { name: 'Telefonfabrikken AS · NO-987' }).click()
    t.equal(await page.getByRole('textbox', { name: /^Name/ }).inputValue(), 'Telefonfabrikken AS')
    await page
      .getByRole('main')
      .getByRole('combobox', { name: /^Store/ })
      .selectOption('Bergen-01')
    await page.waitForURL(/draft=/)
    const draft = new URL(page.url()).searchParams.get('draft')
    const cart = await client.call('GET', `/api/cart/${draft}`)
    t.match(cart.body, { customerId: 'NO-987', customerType: 'B2B', customerName: 'Telefonfabrikken AS' })
  })
}

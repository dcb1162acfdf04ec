// Shared process: the console's system.

import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { consoleBrowser, consoleWindow, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { anySystem } from './shared-system.ts'

/**
 * The pace of a person who sees the page for the first time, in seconds. What a task takes is
 * counted and not measured: a test does not depend on the speed of the machine.
 */
const SECONDS_PER_CLICK = 1
const SECONDS_PER_CHARACTER = 0.2

/** A person at the console, whose clicks and typed characters are counted. */
class Newcomer {
  clicks = 0
  characters = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    this.clicks++
    await target.click()
  }

  /** A click into the field, and the characters. */
  async write(field: Locator, text: string): Promise<void> {
    this.clicks++
    this.characters += text.length
    await field.click()
    await field.pressSequentially(text)
  }

  /** A click that opens the list, and one on the entry. */
  async choose(field: Locator, label: string): Promise<void> {
    this.clicks += 2
    await field.selectOption({ label })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  /** Finds an order by its number, from any page. */
  async findOrder(number: string): Promise<void> {
    await this.click(this.button('Search').first())
    await this.write(this.page.getByPlaceholder('Order number, customer or action'), number)
    await this.click(this.page.getByRole('dialog').getByText(number, { exact: true }).first())
    await this.page.getByRole('heading', { name: number, exact: true }).waitFor()
  }

  /** What the task takes at the pace above, without what the system takes. */
  seconds(): number {
    return this.clicks * SECONDS_PER_CLICK + this.characters * SECONDS_PER_CHARACTER
  }
}

const browser = await consoleBrowser()
const { system, client } = await anySystem()
const home = `${system.gatewayUrl}/console`
// Numbers as long as those of a shop, others in each run.
const firstNumber = 40_000 + (Date.now() % 500_000)
const number = (task: number) => String(firstNumber + task)
const code = (task: number) => `NEW-${number(task)}`

type Found = {
  status: string
  orderForm: { lineItems: { deliveredQuantity: number }[]; capturedPaymentTotal: number; creditPaymentTotal: number }
}
const read = async (id: string) => (await client.call<Found>('GET', `/api/Orders/${id}`)).body

/** An order of some cups of 125 for a customer, authorised. */
async function newOrder(id: string, quantity: number, others: object = {}): Promise<void> {
  const order = paidOrder(id, 'Authorization') as { orderForm: { lineItems: object[]; payments: object[] } }
  const [line, payment] = [order.orderForm.lineItems[0], order.orderForm.payments[0]]
  const orderForm = {
    lineItems: [{ ...line, code: code(0), displayName: 'Stoneware cup', quantity }],
    shipments: [{ shipmentId: '1', warehouseCode: 'Central' }],
    payments: [{ ...payment, amount: 125 * quantity }],
  }
  const body = { ...order, orderNumber: id, customerName: 'Sara Nygård', billingCurrency: 'NOK', orderForm, ...others }
  await client.call('POST', '/api/Orders', { body })
}

const move = (id: string, status: string) => client.call('POST', `/api/Orders/${id}/UpdateStatus`, { body: { status } })

/** Home, as a person has it who begins a task. */
async function newcomer(options: object = {}): Promise<Newcomer> {
  const { page } = await consoleWindow(browser, home, { ...people.all, options })
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  return new Newcomer(page)
}

type Budget = { clicks: number; seconds: number }

function isWithin(t: Test, person: Newcomer, { clicks, seconds }: Budget): void {
  t.comment(`${person.clicks} clicks and ${person.characters} characters: ${person.seconds().toFixed(1)} s`)
  t.equal(person.clicks, clicks, 'clicks')
  t.ok(person.seconds() <= seconds, `${person.seconds()} of ${seconds} s`)
}

await client.call('PUT', '/api/Inventory', { body: [{ skuId: code(0), warehouseCode: 'Central', quantity: 1_000 }] })

t.test('given a paid order of four cups, when a newcomer ships two, then it takes 20 s', async (t) => {
  const id = number(1)
  await newOrder(id, 4)
  await move(id, 'InProgress')
  const person = await newcomer()
  await person.findOrder(id)
  await person.click(person.button('Ship items').first())
  await person.write(person.page.getByRole('dialog').getByLabel('Quantity of Stoneware cup'), '2')
  await person.click(person.button('Ship and capture NOK 250.00'))
  await person.page.getByRole('dialog').waitFor({ state: 'detached' })
  t.match(await read(id), { orderForm: { lineItems: [{ deliveredQuantity: 2 }], capturedPaymentTotal: 250 } })
  isWithin(t, person, { clicks: 6, seconds: 20 })
})

t.test('given a delivered order, when one cup comes back, then a newcomer refunds it in 25 s', async (t) => {
  const id = number(2)
  await newOrder(id, 2)
  await move(id, 'Completed')
  const person = await newcomer()
  await person.findOrder(id)
  await person.click(person.button('Create return').first())
  const dialog = person.page.getByRole('dialog')
  await person.write(dialog.getByLabel('Quantity of Stoneware cup to return'), '1')
  await person.click(dialog.getByRole('button', { name: 'Create return' }))
  await dialog.waitFor({ state: 'detached' })
  await person.click(person.button(/^Refund/).first())
  await person.click(dialog.getByRole('button', { name: 'Refund NOK 125.00' }))
  await dialog.waitFor({ state: 'detached' })
  t.match(await read(id), { orderForm: { creditPaymentTotal: 125 } })
  isWithin(t, person, { clicks: 8, seconds: 25 })
})

t.test('given a customer on the phone, when a newcomer writes the order, then it takes 60 s', async (t) => {
  const productId = code(3)
  await client.call('POST', '/api/products', { body: { productId, name: `Lamp ${number(3)}`, price: 400 } })
  await newOrder(number(4), 1, { customerName: `Ranveig ${number(4)}`, customerEmail: `ranveig.${number(4)}@example.com` })
  const person = await newcomer()
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Orders', exact: true }).first())
  await person.click(page.getByRole('link', { name: 'New order' }).or(person.button('New order')))
  await person.write(page.getByRole('combobox', { name: 'Find a customer' }), `ranveig ${number(4)}`)
  await person.click(page.getByRole('option', { name: new RegExp(`ranveig.${number(4)}@`) }))
  await person.write(page.getByRole('combobox', { name: 'Add a product' }), `lamp ${number(3)}`)
  await person.click(page.getByRole('option', { name: new RegExp(productId) }))
  await person.choose(page.getByRole('main').getByRole('combobox', { name: /^Store/ }), 'Oslo')
  await person.click(person.button('Create order, NOK 400.00'))
  await page.waitForURL(/console\/orders\/(?!new)/)
  isWithin(t, person, { clicks: 9, seconds: 60 })
})

t.test('given an order that is held, when a newcomer looks for the reason, then they have released it after 10 s', async (t) => {
  const id = number(5)
  await newOrder(id, 1)
  await client.call('POST', `/api/Orders/${id}/Holds`, { body: { reasonCode: 'AddressUnclear', note: 'Which floor?' } })
  const person = await newcomer()
  await person.findOrder(id)
  await person.page.getByRole('region', { name: 'What this order is waiting for' }).getByText(/hold/i).first().waitFor()
  await person.click(person.button('Release hold').first())
  await person.click(person.page.getByRole('dialog').getByRole('button', { name: /^Release/ }))
  await person.page.getByRole('dialog').waitFor({ state: 'detached' })
  isWithin(t, person, { clicks: 5, seconds: 10 })
})

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

t.test('given three orders to pick, when a newcomer picks and packs them on a phone, then it takes 90 s', async (t) => {
  const ids = [number(6), number(7), number(8)]
  for (const id of ids) {
    await newOrder(id, 2, { storeId: 'Tokyo-01', marketId: 'JPN', billingCurrency: 'JPY' })
    await move(id, 'InProgress')
  }
  const person = await newcomer(phone)
  await person.click(person.page.getByRole('banner').getByRole('button').first())
  await person.choose(person.page.getByRole('navigation').getByRole('combobox', { name: 'Store' }), 'Tokyo')
  await person.click(person.page.getByRole('navigation').getByRole('link', { name: 'Pick', exact: true }))
  await person.click(person.page.getByRole('link', { name: new RegExp(number(6)) }))
  for (const id of ids) {
    await person.page.getByRole('heading', { name: `Pick ${id}` }).waitFor()
    await person.click(person.button('Pick one Stoneware cup'))
    await person.click(person.button('Pick one Stoneware cup'))
    await person.click(person.button(/^Packed/))
  }
  await person.page.getByText('Nothing to pick').first().waitFor()
  for (const id of ids) t.equal((await read(id)).status, 'PackedAndReady')
  isWithin(t, person, { clicks: 14, seconds: 90 })
})

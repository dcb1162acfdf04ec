// Shared process: the console's system.

import type { Page } from 'playwright-core'
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

type Line = { lineItemId: string; quantity: number; orderLineDiscounts: { discountValue: number }[] }
type OrderBody = {
  netTotal: number
  remainingPayment: number
  orderForm: { lineItems: Line[]; shipments: { lineItems: Line[] }[] }
}

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const { page, complaints } = await consoleWindow(browser, `${system.gatewayUrl}/console/orders`)
const read = async (id: string) => (await client.call<OrderBody>('GET', `/api/Orders/${id}`)).body

/** A cup of 125 and a plate of 80, paid. */
async function newOrder(id: string): Promise<void> {
  const order = paidOrder(id) as { orderForm: { lineItems: object[]; payments: object[] } }
  const [cup, payment] = [order.orderForm.lineItems[0], order.orderForm.payments[0]]
  const plate = { ...cup, lineItemId: '2', code: 'PLATE', displayName: 'Plate', placedPrice: 80 }
  const orderForm = {
    lineItems: [cup, plate],
    payments: [{ ...payment, amount: 205 }],
    shipments: [{ shipmentId: '1', warehouseCode: 'Central' }],
  }
  await client.call('POST', '/api/Orders', { body: { ...order, billingCurrency: 'NOK', orderForm } })
}

async function editItems(on: Page, id: string) {
  await on.goto(`${system.gatewayUrl}/console/orders/${id}`)
  await on.getByRole('heading', { name: id, exact: true }).waitFor()
  await on.getByRole('button', { name: 'Actions' }).click()
  await on.getByRole('menuitem', { name: 'Edit items' }).click()
  const dialog = on.getByRole('dialog', { name: 'Edit items' })
  await dialog.waitFor()
  return dialog
}

t.test('given an order, when an item is added and another has a discount, then its new total is shown before', async (t) => {
  await client.call('POST', '/api/products', { body: { productId: 'EDIT-JUG', name: 'Enamel jug', price: 300 } })
  await newOrder('edit-lines')
  const dialog = await editItems(page, 'edit-lines')
  t.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), 'nothing is changed')
  await dialog.getByLabel('Quantity of Cup').fill('3')
  await dialog.getByText('New total NOK 455.00: NOK 250.00 more.').waitFor()
  await dialog.getByText('NOK 250.00 is to be paid.').waitFor()
  await dialog.getByRole('combobox', { name: 'Add a product' }).fill('enamel jug')
  await page.getByRole('option', { name: /EDIT-JUG/ }).click()
  await dialog.getByText('New total NOK 755.00: NOK 550.00 more.').waitFor()
  await dialog.getByLabel('Discount % of Cup').fill('20')
  await dialog.getByText('Say why the price is another one.').waitFor()
  await dialog.getByLabel('Reason of Cup').fill('Scratched')
  await dialog.getByText('New total NOK 680.00: NOK 475.00 more.').waitFor()
  t.same(await accessViolations(page), [], 'the dialog')
  t.equal((await read('edit-lines')).netTotal, 205, 'nothing is written yet')
  await dialog.getByRole('button', { name: 'Save, new total NOK 680.00' }).dblclick()
  await page.getByText('Items of order edit-lines changed. NOK 475.00 is to be paid.').waitFor()
  const { netTotal, remainingPayment, orderForm } = await read('edit-lines')
  t.same([netTotal, remainingPayment], [680, 475])
  t.match(orderForm.lineItems, [
    { lineItemId: '1', quantity: 3, orderLineDiscounts: [{ discountValue: 20, discountName: 'Scratched' }] },
    { lineItemId: '2', quantity: 1 },
    { lineItemId: '3', code: 'EDIT-JUG', quantity: 1 },
  ])
  t.match(orderForm.shipments, [{ lineItems: { length: 3 } }], 'it is shipped with the others')
})

t.test('given a paid order, when an item is removed, then what is to be refunded is said', async (t) => {
  await newOrder('edit-less')
  await page.goto(`${system.gatewayUrl}/console/orders/edit-less`)
  await page.setViewportSize({ width: 1_280, height: 420 })
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Hold', exact: true }).hover()
  t.same(await accessViolations(page), [], 'a menu that is longer than the screen')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1_280, height: 720 })
  const dialog = await editItems(page, 'edit-less')
  await dialog.getByRole('button', { name: 'Remove Plate' }).click()
  await dialog.getByText('New total NOK 125.00: NOK 80.00 less.').waitFor()
  await dialog.getByText('NOK 80.00 is to be refunded.').waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
  t.same(await accessViolations(page), [], 'on a phone')
  await page.setViewportSize({ width: 1_280, height: 720 })
  await dialog.getByRole('button', { name: 'Save, new total NOK 125.00' }).click()
  await page.getByText('Items of order edit-less changed. NOK 80.00 is to be refunded.').waitFor()
  const { orderForm } = await read('edit-less')
  t.match(orderForm, { lineItems: { length: 1 }, shipments: [{ lineItems: { length: 1 } }] })
})

t.test('given two people who edit the items, when the second one saves, then nothing of theirs is lost', async (t) => {
  await newOrder('edit-both')
  const dialog = await editItems(page, 'edit-both')
  await dialog.getByLabel('Quantity of Cup').fill('2')
  await dialog.getByText('New total NOK 330.00: NOK 125.00 more.').waitFor()
  await client.call('PATCH', '/api/Orders/edit-both/PatchOrder', {
    body: { orderForm: { lineItems: [{ lineItemId: '2', quantity: 5 }] } },
  })
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await dialog.getByText(/^demo changed it at .* Both changes are below/).waitFor()
  t.same(await accessViolations(page), [], 'the conflict')
  t.match((await read('edit-both')).orderForm.lineItems, [{ quantity: 1 }, { quantity: 5 }])
  t.equal(await dialog.getByLabel('Quantity of Plate').inputValue(), '5')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await page.getByText(/^Items of order edit-both changed/).waitFor()
  t.match((await read('edit-both')).orderForm.lineItems, [{ quantity: 2 }, { quantity: 5 }])
  t.same(complaints, [])
})

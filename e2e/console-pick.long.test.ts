// Shared process: the console's system.

import type { RestClient } from '@open-oms/system/rest-client'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openInside, people } from './console-window.ts'
import { sharedSystem } from './shared-system.ts'

type Story = { page: Page; client: RestClient }
type PickedOrder = {
  status: string
  versionNumber: number
  holds: { reasonCode: string; note: string | null }[]
  orderForm: { shipments: { orderStatus: string; packages: { weightInKg: number; lineItemReferences: object[] }[] }[] }
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const warehouse = 'Bergen-01'
const ean = '7038010000027'

const mug = { code: 'PICK-MUG', displayName: 'Mug', ean, internalWarehouseLocation: 'A-12' }
const pot = { code: 'PICK-POT', displayName: 'Tea pot', internalWarehouseLocation: 'A-2' }
const bag = { code: 'PICK-BAG', displayName: 'Tea bag', internalWarehouseLocation: 'B-1' }

/** A paid order of Bergen whose goods are reserved: it is to be picked there. */
async function orderToPick(client: RestClient, id: string, items: (object & { quantity: number })[]): Promise<void> {
  const lineItems = items.map((item, index) => ({ lineItemId: String(index + 1), placedPrice: 100, taxRate: 25, ...item }))
  const payment = { transactionId: `auth-${id}`, transactionType: 'Authorization', amount: 1_000 }
  const body = {
    id,
    orderNumber: id,
    customerName: 'Astrid Vestland',
    storeId: 'Bergen-01',
    marketId: 'NOR',
    billingCurrency: 'NOK',
    orderType: 'Online',
    status: 'New',
    orderForm: {
      lineItems,
      shipments: [{ shipmentId: '1', warehouseCode: warehouse, shipmentLabelLink: `https://labels.example/${id}.pdf` }],
      payments: [{ ...payment, paymentMethodName: 'Card', status: 'Processed' }],
    },
  }
  await client.call('POST', '/api/Orders', { body })
  await client.call('POST', `/api/Orders/${id}/UpdateStatus`, { body: { status: 'New' } })
  await client.call('POST', `/api/Orders/${id}/UpdateStatus`, { body: { status: 'InProgress' } })
}

const read = async (client: RestClient, id: string) => (await client.call<PickedOrder>('GET', `/api/Orders/${id}`)).body
const row = (page: Page, id: string) => page.getByRole('link', { name: id })
const done = (page: Page) => page.getByRole('button', { name: /^Packed/ })

async function waitUntil(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 100))
}

const browser = await consoleBrowser()

t.test('given paid orders, when they are picked on a phone, then each is picked once and the next one opens', async (t) => {
  const { system, client } = await sharedSystem()
  const levels = [mug, pot, bag].map(({ code }) => ({ skuId: code, warehouseCode: warehouse, quantity: 100 }))
  await client.call('PUT', '/api/Inventory', { body: levels })
  await orderToPick(client, 'pick-1', [
    { ...mug, quantity: 2 },
    { ...pot, quantity: 1 },
  ])
  await orderToPick(client, 'pick-2', [{ ...bag, quantity: 3 }])
  await orderToPick(client, 'pick-3', [{ ...bag, quantity: 1 }])
  const address = `${system.gatewayUrl}/console/pick?warehouse=${warehouse}`
  const { page, complaints } = await consoleWindow(browser, address, { ...people.all, options: phone })
  const story = { page, client }
  await scanAnOrder(t, story)
  await pickShort(t, story)
  await pickOffline(t, story)
  await tellTheSecondPicker(t, story)
  await scanWithCamera(t, story)
  t.same(
    complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(text)),
    [],
  )
})

async function scanAnOrder(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given a scanner, when codes are scanned, then they count, and a wrong item is refused loudly', async (t) => {
    await row(page, 'pick-1').waitFor()
    t.same(await accessViolations(page), [], 'the queue')
    await row(page, 'pick-1').click()
    const shelves = page.locator('.pick-shelf')
    await page.getByRole('region', { name: 'Tea pot' }).waitFor()
    t.same(await shelves.allTextContents(), ['A-2', 'A-12'], 'in the order of the walk')
    t.ok(await done(page).isDisabled())
    const scan = async (code: string) => {
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
    }
    await scan('5901234123457')
    await page.getByRole('alert').getByText('Wrong item: 5901234123457 is not in this order').waitFor()
    await scan(ean)
    await page.getByText('Mug: 1 of 2').waitFor()
    await scan(ean)
    await scan(ean)
    await page.getByText('Enough: all of Mug is picked').waitFor()
    t.same(await accessViolations(page), [], 'an order that is being picked')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    t.ok(width <= 390, `${width} px: nothing to scroll sideways`)
    await page.getByRole('button', { name: 'Pick one Tea pot' }).tap()
    await packIntoTwo(t, page)
    await done(page).tap()
    await page.getByText('Order pick-1 is packed').first().waitFor()
    await page
      .getByRole('heading', { name: 'Pick pick-2' })
      .or(page.getByRole('heading', { name: 'Pick pick-3' }))
      .waitFor()
    await waitUntil(async () => (await read(client, 'pick-1')).orderForm.shipments[0]?.orderStatus === 'PackedAndReady')
    await printBoth(t, page)
    t.match((await read(client, 'pick-1')).orderForm.shipments[0]?.packages, [
      {
        weightInKg: 1.2,
        lineItemReferences: [
          { lineItemId: '2', quantity: 1 },
          { lineItemId: '1', quantity: 1 },
        ],
      },
      { weightInKg: 0.4, lineItemReferences: [{ lineItemId: '1', quantity: 1 }] },
    ])
  })
}

async function packIntoTwo(t: Test, page: Page): Promise<void> {
  const parcels = page.getByRole('region', { name: 'Parcels' })
  await parcels.getByRole('textbox', { name: 'Weight of parcel 1' }).fill('1.2')
  await parcels.getByRole('button', { name: 'Add a parcel' }).tap()
  await parcels.getByRole('textbox', { name: 'Weight of parcel 2' }).fill('0.4')
  await parcels.getByRole('button', { name: 'Put one Mug into parcel 2' }).tap()
  t.same(await accessViolations(page), [], 'an order that is being packed')
}

async function printBoth(t: Test, page: Page): Promise<void> {
  const packed = page.getByRole('region', { name: 'Order pick-1 is packed' })
  const download = page.waitForEvent('download')
  await packed.getByRole('button', { name: 'Packing slip' }).tap()
  t.equal((await download).suggestedFilename(), 'packing-slip-pick-1.pdf')
  t.equal(await packed.getByRole('link', { name: 'Shipping label' }).getAttribute('href'), 'https://labels.example/pick-1.pdf')
  t.same(await accessViolations(page), [], 'what is printed of the order before')
}

async function pickShort(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given goods that are not there, when the reason is chosen, then the order is held with it', async (t) => {
    await openInside(page, `/pick?warehouse=${warehouse}&order=pick-2&shipment=1`)
    await page.getByRole('button', { name: 'Pick one Tea bag' }).tap()
    await page.getByRole('button', { name: 'Missing' }).tap()
    await page.getByLabel('Why is Tea bag missing?').selectOption('Damaged')
    await page.getByRole('button', { name: 'Put on hold and go on' }).tap()
    await page.getByText('Order pick-2 is on hold: goods are missing').waitFor()
    await waitUntil(async () => (await read(client, 'pick-2')).holds.length > 0)
    const { holds } = await read(client, 'pick-2')
    t.match(holds, [{ reasonCode: 'ShortPick', note: 'Short pick. Tea bag (PICK-BAG, B-1): 1 of 3 picked, Damaged.' }])
  })
}

async function pickOffline(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given no connection, when an order is picked, then it is kept and sent once', async (t) => {
    await orderToPick(client, 'pick-7', [{ ...bag, quantity: 1 }])
    await openInside(page, `/pick?warehouse=${warehouse}`)
    await row(page, 'pick-7').waitFor()
    await openInside(page, `/pick?warehouse=${warehouse}&order=pick-3&shipment=1`)
    await page.getByRole('region', { name: 'Tea bag' }).waitFor()
    const before = await read(client, 'pick-3')
    await page.context().setOffline(true)
    await page.getByText('No connection. Keep picking').waitFor()
    await page.getByRole('button', { name: 'Pick one Tea bag' }).tap()
    await done(page).tap()
    await page.getByText('1 order is picked and waiting to be sent.').waitFor()
    await page.getByRole('heading', { name: 'Pick pick-7' }).waitFor()
    await page.getByRole('link', { name: 'Back to the list' }).tap()
    await row(page, 'pick-7').waitFor()
    t.equal(await row(page, 'pick-3').count(), 0, 'it is not offered again')
    t.equal((await read(client, 'pick-3')).versionNumber, before.versionNumber)
    await t.test('when the page is loaded again, then it is there, with what waits to be sent', async (t) => {
      await page.reload()
      await page.getByText('1 order is picked and waiting to be sent.').waitFor()
      await page.getByText('No connection. Keep picking').waitFor()
      await row(page, 'pick-7').waitFor()
      t.equal(await row(page, 'pick-3').count(), 0)
    })
    // Of the first request that gets through only the response is lost.
    let lost = 0
    await page.route('**/pick-3/UpdateStatus', async (route) => {
      if (lost++ > 0) return await route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.context().setOffline(false)
    await page.getByText('waiting to be sent').waitFor({ state: 'detached' })
    await page.unroute('**/pick-3/UpdateStatus')
    const after = await read(client, 'pick-3')
    t.equal(after.orderForm.shipments[0]?.orderStatus, 'PackedAndReady')
    const runs = await client.call<{ result: { status: string }[] }>('GET', '/api/Orders/pick-3/WorkflowRuns')
    t.equal(runs.body.result.filter(({ status }) => status === 'PackedAndReady').length, 1, 'once')
  })
}

async function tellTheSecondPicker(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given two devices, when both pick an order, then the second is told', async (t) => {
    await orderToPick(client, 'pick-4', [{ ...bag, quantity: 1 }])
    await openInside(page, `/pick?warehouse=${warehouse}&order=pick-4&shipment=1`)
    await page.getByRole('button', { name: 'Pick one Tea bag' }).tap()
    await page.context().setOffline(true)
    await done(page).tap()
    await page.getByText('waiting to be sent').waitFor()
    const body = { status: 'PackedAndReady', shipmentInfo: { shipmentId: '1' }, userId: 'Kari' }
    await client.call('POST', '/api/Orders/pick-4/UpdateStatus', { body })
    await page.context().setOffline(false)
    await page.getByRole('alert').getByText('Order pick-4 was changed by Kari while you were picking.').waitFor()
    t.same(await accessViolations(page), [], 'the refusal')
    await page.getByRole('button', { name: 'Dismiss' }).tap()
    await page.getByText('Order pick-4 was changed').waitFor({ state: 'detached' })
    await t.test('a change that leaves the goods as they are does not matter', async (t) => {
      await orderToPick(client, 'pick-5', [{ ...bag, quantity: 1 }])
      await openInside(page, `/pick?warehouse=${warehouse}&order=pick-5&shipment=1`)
      await page.getByRole('button', { name: 'Pick one Tea bag' }).tap()
      await page.context().setOffline(true)
      await done(page).tap()
      await client.call('PATCH', '/api/Orders/pick-5/PatchOrder', { body: { customerReference: 'changed elsewhere' } })
      await page.context().setOffline(false)
      await waitUntil(async () => (await read(client, 'pick-5')).orderForm.shipments[0]?.orderStatus === 'PackedAndReady')
      t.equal(await page.getByText('Order pick-5 was changed').count(), 0)
    })
  })
}

/** Left, middle and right digits of EAN-13, as bars and gaps. */
const L = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111', '0001011']
const PARITY = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']

function ean13Bars(code: string): string {
  const invert = (bars: string) => bars.replaceAll(/[01]/g, (bit) => (bit === '0' ? '1' : '0'))
  const digits = [...code].map(Number)
  const side = (digit: number, parity: string | undefined) => {
    const left = L[digit] ?? ''
    return parity === 'G' ? [...invert(left)].reverse().join('') : left
  }
  const left = digits.slice(1, 7).map((digit, index) => side(digit, PARITY[digits[0] ?? 0]?.[index]))
  const right = digits.slice(7).map((digit) => invert(L[digit] ?? ''))
  return `101${left.join('')}01010${right.join('')}101`
}

async function scanWithCamera(t: Test, { page, client }: Story): Promise<void> {
  await t.test('given a camera before a barcode, when it is opened, then it reads and counts the item', async (t) => {
    await orderToPick(client, 'pick-6', [{ ...mug, quantity: 1 }])
    await openInside(page, `/pick?warehouse=${warehouse}&order=pick-6&shipment=1`)
    await page.getByRole('region', { name: 'Mug' }).waitFor()
    // The machine has no camera: a drawing of the label stands in for its picture.
    await page.evaluate((bars) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 640, height: 480 })
      const context = canvas.getContext('2d')
      const draw = () => {
        if (context === null) return
        context.fillStyle = 'white'
        context.fillRect(0, 0, 640, 480)
        context.fillStyle = 'black'
        for (const [index, bar] of [...bars].entries()) if (bar === '1') context.fillRect(130 + index * 4, 140, 4, 200)
        requestAnimationFrame(draw)
      }
      draw()
      const getUserMedia = async () => canvas.captureStream(10)
      Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
    }, ean13Bars(ean))
    await page.getByRole('button', { name: 'Scan with camera' }).tap()
    await page.getByText('Mug: 1 of 1').waitFor()
    await page.getByRole('button', { name: 'Close camera' }).tap()
    t.ok(await done(page).isEnabled())
  })
}

// Shared process: a started system.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { omsProgram } from '@open-oms/system/run-program'
import t, { type Test } from 'tap'
import { sharedSystem } from './shared-system.ts'
import { eventually } from './system-under-test.ts'

const root = join(import.meta.dirname, '..')

/** A supplier's server with one picture. */
async function supplier(t: Test): Promise<string> {
  const picture = await readFile(join(root, 'config/logo.png'))
  const server = createServer((_request, response) => response.setHeader('content-type', 'image/png').end(picture))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The day in Oslo, some days from now. */
const dayInOslo = (days = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo' }).format(new Date(Date.now() + days * 24 * 3_600_000))

// biome-ignore lint/suspicious/noExplicitAny: the story asserts the shapes that it needs.
type Body = any

t.test('given a package of the catalogue, when it is sold, delivered and partly returned, then the ledger adds up', async (t) => {
  const pictures = await supplier(t)
  const { client, dataDir, configDir } = await sharedSystem({
    'settings.json': ({ packages }) => (packages.allocatePricesToComponents = true),
  })
  const call = async (method: string, path: string, body?: unknown): Promise<Body> =>
    (await client.call<Body>(method, path, body === undefined ? {} : { body })).body

  await t.test('given a bundle with lenses, when its assets are created and read, then pictures are served', async (t) => {
    const asset = { externalUrl: `${pictures}/kit.png`, isMainImage: true, altText: 'Camera kit' }
    const mark = { assetId: 'CE', assetType: 'ExternalCertification', externalUrl: 'https://marks.example/ce' }
    await call('POST', '/api/products', { productId: 'BODY', name: 'Body', price: 6000, assets: [mark] })
    const variants = ['LENS-A', 'LENS-B'].map((skuId) => ({ skuId, name: skuId, price: 3000 }))
    await call('POST', '/api/products', { productId: 'LENS', name: 'Lens', price: 3000, variants })
    const kit = await call('POST', '/api/products', {
      productId: 'KIT',
      name: 'Camera kit',
      price: 8500,
      isBundle: true,
      assets: [asset, mark],
      components: [
        { productId: 'BODY', quantity: 1, isRequired: true, componentId: 'body' },
        {
          productId: 'LENS',
          quantity: 1,
          isRequired: true,
          componentId: 'lens',
          options: [
            { productId: 'LENS', skuId: 'LENS-A', priceOffsets: [] },
            { productId: 'LENS', skuId: 'LENS-B', priceOffsets: [{ marketId: 'NOR', amount: 500, currency: 'NOK' }] },
          ],
        },
      ],
    })
    t.equal(kit.assets.length, 2)
    const picture = kit.assets.find((one: Body) => one.isMainImage)
    const response = await fetch(picture.url)
    t.match([response.status, response.headers.get('content-type')], [200, 'image/png'])
    t.equal((await response.arrayBuffer()).byteLength, picture.length)
    t.equal((await fetch(`${picture.url}&size=160`)).headers.get('content-type'), 'image/webp')
    await call('POST', '/api/products/Assets/UpdateAssets', [{ assetId: 'CE', description: 'Conforms' }])
    const marks = await call('GET', '/api/products/Assets/GetAssets?assetIds=CE')
    t.match(marks, [{ url: 'https://marks.example/ce', description: 'Conforms' }, { description: 'Conforms' }])
  })

  const stock = ['BODY', 'LENS-B'].flatMap((skuId) => [
    { skuId, warehouseCode: 'Bergen-01', quantity: 2 },
    { skuId, warehouseCode: 'Central', quantity: 2 },
  ])
  await call('PUT', '/api/Inventory', stock)
  let order: Body
  const findLineItem = (code: string) => order.orderForm.lineItems.find((line: Body) => line.code === code)

  await t.test('given a cart with two bundles, when it is ordered thrice concurrently, then there is one order', async (t) => {
    // A store of its own: other stories have reconciled postings of this day.
    const { id } = await call('POST', '/api/cart', { storeId: 'Bergen-01', marketId: 'NOR', customerEmail: 'kari@example.com' })
    // The event about the product may still be on its way.
    const added = await eventually(
      () => call('POST', `/api/cart/${id}/OrderLines/Add?skuId=KIT&quantity=2`),
      (cart) => cart.orderForm.lineItems.length > 0,
    )
    const line = added.orderForm.lineItems.find(({ code }: Body) => code === 'KIT')
    const cart = await call('POST', `/api/cart/${id}/UpdateComponentsInCart/orderLineId/${line.lineItemId}/`, [
      { componentId: 'body', skuId: 'BODY', quantity: 1 },
      { componentId: 'lens', skuId: 'LENS-B', quantity: 1 },
    ])
    t.equal(cart.total, 18_000)
    const created = await Promise.all(
      [1, 2, 3].map(() => call('POST', `/api/cart/${id}/CreateOrder?orderType=Online&status=New`)),
    )
    t.equal(new Set(created.map((one) => one.id)).size, 1)
    order = await call('GET', `/api/Orders/carts/${id}`)
    t.match(order, { total: 18_000, status: 'New' })
    t.match(
      [findLineItem('KIT'), findLineItem('BODY'), findLineItem('LENS-B')],
      [
        { quantity: 2, isPackageBrokeDown: true, extendedPrice: 0 },
        { quantity: 2, extendedPrice: 12_000, packageLineItemId: findLineItem('KIT').lineItemId },
        { quantity: 2, extendedPrice: 6_000 },
      ],
    )
  })

  await t.test('given an order paid yesterday, when two warehouses deliver it, then its stock leaves both', async (t) => {
    const payment = { paymentMethodName: 'Card', amount: 18_000, status: 'Processed' }
    await call('POST', `/api/Orders/${order.id}/AddPayments`, [
      { ...payment, transactionId: 'auth', transactionType: 'Authorization' },
      {
        ...payment,
        transactionId: 'capture',
        transactionType: 'Capture',
        paidDate: new Date(Date.now() - 24 * 3_600_000).toISOString(),
      },
    ])
    const ids = { body: findLineItem('BODY').lineItemId, lens: findLineItem('LENS-B').lineItemId }
    const moved = await call('POST', `/api/Orders/${order.id}/OrderLinesUpdate`, {
      status: 'InProgress',
      shipmentInfo: { warehouseCode: 'Central' },
      lineItemUpdates: [{ lineItemId: ids.lens, reallocateQuantity: 1 }],
    })
    order = moved.order
    const central = order.orderForm.shipments.find((one: Body) => one.warehouseCode === 'Central')
    const deliver = async (shipmentId: string, updates: object[]) =>
      (
        await call('POST', `/api/Orders/${order.id}/OrderLinesUpdate`, {
          status: 'Completed',
          shipmentInfo: { shipmentId },
          lineItemUpdates: updates,
        })
      ).order
    order = await deliver(central.shipmentId, [{ lineItemId: ids.lens, deliveredQuantity: 1 }])
    t.equal(order.status, 'PartiallyShipped')
    const first = order.orderForm.shipments.find((one: Body) => one.warehouseCode !== 'Central')
    order = await deliver(first.shipmentId, [
      { lineItemId: ids.body, deliveredQuantity: 2 },
      { lineItemId: ids.lens, deliveredQuantity: 1 },
    ])
    t.equal(order.status, 'Completed')
    t.match(
      [findLineItem('KIT'), findLineItem('BODY'), findLineItem('LENS-B')],
      [{ deliveredQuantity: 2 }, { deliveredQuantity: 2 }, { deliveredQuantity: 2 }],
      'with its components the package is delivered',
    )
    const levels = await call('GET', '/api/Inventory?skuIds=BODY&skuIds=LENS-B')
    const left = Object.fromEntries(levels.map((one: Body) => [`${one.skuId} ${one.warehouseCode}`, one.quantity]))
    t.equal(left['LENS-B Central'], 1)
    t.same([left['BODY Bergen-01'], left['BODY Central'], left['LENS-B Bergen-01']], [0, 2, 1])
  })

  await t.test('given a delivered lens, when its return is completed repeatedly, then it is refunded once', async (t) => {
    const form = await call('POST', `/api/Returns/${order.id}/Return`, {
      creditPayment: true,
      returns: [
        { lineItemId: findLineItem('LENS-B').lineItemId, returnQuantity: 1, isStockUpdated: true, returnReason: 'Scratched' },
      ],
    })
    t.match(form, { creditAmount: 3_000 })
    const complete = () => call('POST', `/api/Returns/${order.id}/UpdateStatus`, { returnId: form.returnId, status: 'Completed' })
    await Promise.all([complete(), complete().catch(() => undefined)])
    await complete()
    order = await call('GET', `/api/Orders/${order.id}`)
    const credits = order.orderForm.payments.filter((one: Body) => one.transactionType === 'Credit')
    t.match(credits, [{ amount: 3_000, status: 'Processed' }])
    t.match([order.status, order.netTotal, order.orderForm.creditPaymentTotal], ['PartiallyReturned', 15_000, 3_000])
    t.equal(findLineItem('LENS-B').returnQuantity, 1)
  })

  await t.test('given a sale and a return on two days, when both days are posted, then the postings balance', async (t) => {
    const tool = ['--conditions=development', omsProgram, 'accounting', 'build', '--date', dayInOslo(-1), '--to', dayInOslo()]
    const child = spawn(process.execPath, tool, { env: { ...process.env, OMS_DATA_DIR: dataDir, OMS_CONFIG_DIR: configDir } })
    const [[code], errors] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    t.match([code, errors], [0, ''])
    const { result } = await call('POST', '/api/Accounting/Postings/Search', { orderIds: [order.id] })
    t.same(
      result.map((one: Body) => one.postingDate.slice(0, 10)),
      [dayInOslo(), dayInOslo(-1)],
    )
    for (const posting of result)
      t.match(posting, { totalDebit: posting.totalCredit, imbalance: 0, autoBalanced: false, status: 'Posted' })
    const categorySums = async (posting: Body) => {
      const lines = await call('GET', `/api/Accounting/Postings/${posting.id}/Lines`)
      const sums = new Map<string, number>()
      for (const line of lines) sums.set(line.category, (sums.get(line.category) ?? 0) + line.credit - line.debit)
      return Object.fromEntries(sums)
    }
    t.match(await categorySums(result[1]), { Sales: 14_400, OutputVat: 3_600, PaymentMethod: -18_000 })
    t.match(await categorySums(result[0]), { Sales: -2_400, OutputVat: -600, RefundPaymentMethod: 3_000 })
  })
})

// Shared process: the console's system.
import type { Asset, BusinessCustomer, Product } from '@open-oms/client/types'
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, people } from './console-window.ts'
import { sharedSystem } from './system-under-test.ts'

const [machine, beans, cup, box, corner] = ['machine', 'beans', 'cup', 'box', 'corner'].map((name) => `catalogue-${name}`)
const MARK = 'CATALOGUE-ORGANIC'

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = `${system.gatewayUrl}/console/catalogue`
await createCatalogue()
const { page, complaints } = await consoleWindow(browser, url)

/** A package with a shared mark, a bundle that contains it, and stock for them. */
async function createCatalogue(): Promise<void> {
  const create = (body: object) => client.call('POST', '/api/products', { body })
  const variants = [
    { skuId: `${machine}-black`, name: 'Black', gtins: ['7099000000017'] },
    { skuId: `${machine}-steel`, name: 'Steel' },
  ]
  await create({ productId: machine, name: 'Catalogue machine', brand: 'Brew', price: 1999, variants, segment: '<b>home</b>' })
  await create({ productId: beans, name: 'Catalogue beans' })
  await create({ productId: cup, name: 'Catalogue cup' })
  const parts = [
    { productId: beans, quantity: 2, isRequired: true },
    { productId: cup, quantity: 4 },
  ]
  await create({ productId: box, name: 'Catalogue box', isPackage: true, components: parts })
  const options = [{ skuId: `${machine}-black` }, { productId: machine, skuId: `${machine}-steel` }]
  const components = [
    { productId: machine, quantity: 1, options, componentName: 'Machine' },
    { productId: box, quantity: 3 },
  ]
  await create({ productId: corner, name: 'Catalogue corner', isBundle: true, components })
  const levels = [
    [beans, 'Central', 9],
    [cup, 'Central', 30],
    [cup, 'Oslo-01', 2],
    [`${machine}-black`, 'Central', 5],
  ].map(([skuId, warehouseCode, quantity]) => ({ skuId, warehouseCode, quantity }))
  await client.call('PUT', '/api/Inventory', { body: levels })
  const mark = { assetId: MARK, assetType: 'ExternalCertification', externalUrl: 'https://marks.example/1', name: 'Organic' }
  for (const productId of [beans, cup]) {
    await client.call('POST', `/api/products/Assets/AddAssets/${productId}`, { body: [mark] })
  }
  await client.call('POST', '/api/BusinessCustomer', { body: { id: 'catalogue-company', name: 'Catalogue Company' } })
}

async function product(productId: string | undefined): Promise<Product> {
  return (await client.call<Product>('GET', `/api/products/${productId}`)).body
}

/** A picture of which hardly anything can be compressed, so that its upload takes a while. */
async function pictureFile(width: number, height: number): Promise<Buffer> {
  const data = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      const image = context.createImageData(width, height)
      for (let index = 0; index < image.data.length; index++) image.data[index] = index % 4 === 3 ? 255 : Math.random() * 256
      context.putImageData(image, 0, 0)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [width, height] as const,
  )
  return Buffer.from(data, 'base64')
}

/** Drops a file where files are taken, as a person does with the mouse. */
async function dropFile(on: Page, { name, type, content }: { name: string; type: string; content: Buffer }): Promise<void> {
  const dataTransfer = await on.evaluateHandle(
    ({ name, type, base64 }) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
      return transfer
    },
    { name, type, base64: content.toString('base64') },
  )
  const zone = on.getByRole('group', { name: 'Add pictures and files' })
  await zone.dispatchEvent('dragover', { dataTransfer })
  await zone.dispatchEvent('drop', { dataTransfer })
}

async function openDialog(action: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await page.getByRole('dialog').waitFor()
}

async function dialogGone(): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function dragCorner(corner: Locator, pixels: number): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await corner.boundingBox()) ?? {}
  await page.mouse.move(x + width / 4, y + height / 4)
  await page.mouse.down()
  await page.mouse.move(x + width / 4 + pixels, y + height / 4 + pixels, { steps: 3 })
  await page.mouse.up()
}

t.test('given a catalogue, when a person types the barcode of a variant, then they find its product', async (t) => {
  await page.getByRole('table', { name: 'Products' }).getByRole('row').nth(1).waitFor()
  t.same(await accessViolations(page), [], 'the list')
  await page.getByLabel('Name, id, SKU, brand or barcode').fill('7099000000017')
  await page.waitForURL(/text=/)
  await page.getByText('1 product', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Catalogue machine' }).click()
  await page.getByRole('heading', { name: 'Catalogue machine' }).waitFor()
  await page
    .getByRole('table', { name: 'Variants' })
    .getByRole('row', { name: /Black.*1,999\.00.*5/ })
    .waitFor()
  await page.getByText('<b>home</b>').waitFor()
  await page.goBack()
  t.match(page.url(), /text=/, 'the address has the search')
  await page.getByLabel('Name, id, SKU, brand or barcode').fill('no such product')
  await page.getByRole('button', { name: 'Show all products' }).click()
  await page.getByText('Bundles', { exact: true }).click()
  await page.waitForURL(/kind=bundle/)
  await page.getByRole('link', { name: 'Catalogue corner' }).waitFor()
  await page.getByRole('link', { name: 'Catalogue box' }).waitFor({ state: 'detached' })
})

t.test(
  'given a bundle of a package, when it is opened, then its tree has quantities and stock down to the last part',
  async (t) => {
    await page.getByRole('link', { name: 'Catalogue corner' }).click()
    const tree = page.getByRole('list', { name: 'Made of' })
    const row = (name: RegExp) => tree.getByRole('listitem').filter({ hasText: name }).last()
    await row(/^Catalogue machine, Black.*to choose.*Quantity 1Free stock 5$/).waitFor()
    await row(/^Catalogue machine, Steel.*None kept$/).waitFor()
    await row(/^Catalogue beans.*required.*Quantity 6Free stock 9$/).waitFor()
    await row(/^Catalogue cup.*Quantity 12Free stock 32$/).waitFor()
    await page.getByText('depends on what is chosen').waitFor()
    const parts = page.getByRole('button', { name: 'Parts of Catalogue box' })
    await parts.click()
    t.equal(await parts.getAttribute('aria-expanded'), 'false')
    t.equal(await tree.getByText('Catalogue beans').count(), 0)
    t.same(await accessViolations(page), [], 'the bundle')
    await tree.getByRole('link', { name: 'Catalogue box' }).click()
    await page.getByText('The free stock is enough for 4. In one warehouse: 4 in Central.').waitFor()
    await page.getByRole('region', { name: 'Part of' }).getByRole('link', { name: 'Catalogue corner' }).waitFor()
    await page.getByRole('link', { name: '9 free: stock of catalogue-beans' }).click()
    await page.getByRole('heading', { name: 'Stock' }).waitFor()
  },
)

t.test('given a slow line, when a picture is dropped, then its progress is shown, and then the picture', async (t) => {
  await page.goto(`${url}/products/${machine}`)
  await page.getByRole('heading', { name: 'Catalogue machine' }).waitFor()
  const content = await pictureFile(400, 300)
  const devtools = await page.context().newCDPSession(page)
  const uploadAt = (uploadThroughput: number) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    return devtools.send('Network.emulateNetworkConditions', conditions)
  }
  await uploadAt(20_000)
  await dropFile(page, { name: 'mistake.png', type: 'image/png', content })
  await page.getByRole('button', { name: 'Cancel mistake.png' }).click()
  await page.getByText('Cancelled').waitFor()
  await uploadAt(300_000)
  await dropFile(page, { name: 'front.png', type: 'image/png', content })
  const progress = page.getByRole('progressbar', { name: 'Progress of front.png' })
  await page.waitForFunction(() => {
    const percent = Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'))
    return percent > 0 && percent < 100
  })
  await progress.waitFor({ state: 'detached' })
  await uploadAt(-1)
  await page.getByText('No alt text').waitFor()
  const picture = page.locator('.asset-tile img')
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.asset-tile img')?.naturalWidth === 400)
  t.match(await picture.getAttribute('src'), /^\/assets\/.*&size=640$/)
  t.match((await product(machine)).assets, [{ fileName: 'front.png', length: content.length, altText: null }])
})

t.test('given a picture, when its alt text is written while another person names it, then both are kept', async (t) => {
  await openDialog('Edit texts', 'front.png')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Alt text').fill('A machine from the front')
  t.same(await accessViolations(page), [], 'the form')
  const [asset] = (await product(machine)).assets
  const other = [{ assetId: asset?.assetId, name: 'Front' }]
  await client.call('POST', '/api/products/Assets/UpdateAssets', { body: other })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('demo has saved.').waitFor()
  await dialog.getByText('Name is now “Front”.').waitFor()
  t.equal((await product(machine)).assets[0]?.altText, null, 'nothing is saved before the person has seen it')
  t.same(await accessViolations(page), [], 'the conflict')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialogGone()
  t.match((await product(machine)).assets, [{ altText: 'A machine from the front', name: 'Front' }])
  await page.getByRole('img', { name: 'A machine from the front' }).waitFor()
})

t.test('given a picture, when a square of it is kept, then that is a picture of its own with the same texts', async (t) => {
  await openDialog('Crop', 'Front')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Aspect ratio').selectOption('Square')
  const part = dialog.getByRole('button', { name: 'The part that is kept.' })
  await part.focus()
  await page.keyboard.press('ArrowLeft')
  const left = Number(await dialog.getByLabel('Left').inputValue())
  t.ok(left < 50 && left > 0, `moved from the middle to ${left}`)
  t.same(await accessViolations(page), [], 'the crop')
  await dragCorner(dialog.locator('[data-corner=se]'), -60)
  const edge = Number(await dialog.getByLabel('Width').inputValue())
  t.ok(edge < 300 && edge > 100, `dragged to ${edge}`)
  await dialog.getByRole('button', { name: 'Add the part' }).click()
  await dialogGone()
  const { assets } = await product(machine)
  const cropped = assets.find(({ fileName }) => fileName === 'front-crop.png')
  t.match(cropped, { altText: 'A machine from the front', name: 'Front', contentType: 'image/png' })
  t.equal(assets.length, 2, 'the whole picture stays')
  const size = await page.evaluate(async (address) => {
    const { width, height } = await createImageBitmap(await (await fetch(address)).blob())
    return [width, height]
  }, pathOf(cropped))
  t.same(size, [edge, edge])
})

t.test('given a picture with a script, when it is uploaded, then it is a file to download and never runs', async (t) => {
  const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="run"</script></svg>')
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.svg', mimeType: 'image/png', buffer: content })
  const tile = page.locator('.asset-tile').filter({ hasText: 'logo.svg' })
  await tile.getByText('image/svg+xml').waitFor()
  t.equal(await tile.locator('img').count(), 0)
  const asset = (await product(machine)).assets.find(({ fileName }) => fileName === 'logo.svg')
  const { headers } = await page.request
    .get(`${system.gatewayUrl}${pathOf(asset)}`)
    .then((response) => ({ headers: response.headers() }))
  t.match(headers, { 'content-disposition': /^attachment/, 'content-security-policy': 'sandbox' })
  await openDialog('Delete', 'logo.svg')
  t.same(await accessViolations(page), [], 'the question')
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await dialogGone()
  await tile.waitFor({ state: 'detached' })
  t.equal((await product(machine)).assets.length, 2)
})

t.test('given two people who edit a product, when both change the price, then the second sees both and decides', async (t) => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price with tax').fill('1800')
  await dialog.getByLabel('Unit').fill('pcs')
  const { productId, name, brand } = await product(machine)
  await client.call('PUT', '/api/products', { body: { productId, name, brand, price: 1500 } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Price with tax: theirs is “1,500”, yours is “1,800”.').waitFor()
  t.same(await accessViolations(page), [], 'the form')
  await dialog.getByRole('button', { name: 'Keep theirs: Price with tax' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialogGone()
  const now = await product(machine)
  t.match(now, { price: 1500, unit: 'pcs', brand: 'Brew', modifiedBy: people.all.userName })
  t.equal(now.variants.length, 2, 'lists that nobody edits stay')
  t.same(await accessViolations(page), [], 'the product')
})

t.test('given a mark on two products, when its text is changed, then it is changed on both', async (t) => {
  await page.goto(`${url}/products/${cup}`)
  await page.getByRole('link', { name: `What carries ${MARK}` }).click()
  const carriers = page.getByRole('region', { name: 'Carried by 2 products and variants' })
  await carriers.getByRole('link', { name: 'Catalogue beans' }).waitFor()
  t.same(await accessViolations(page), [], 'the mark')
  await openDialog('Edit texts', 'Organic')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 products and variants carry it').waitFor()
  await dialog.getByLabel('Description').fill('Certified')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialogGone()
  for (const one of [beans, cup]) t.match((await product(one)).assets, [{ assetId: MARK, description: 'Certified' }])
  await page.getByLabel('Code of a mark').fill('NO-SUCH-MARK')
  await page.getByText('No product carries NO-SUCH-MARK').waitFor()
})

t.test('given a business customer, when it gets a file and a name, then the API has them', async (t) => {
  await page.goto(`${url}/business-customers`)
  await page.getByRole('table', { name: 'Business customers' }).waitFor()
  t.same(await accessViolations(page), [], 'the list')
  await page.getByRole('link', { name: 'Catalogue Company' }).click()
  await page.getByRole('heading', { name: 'Catalogue Company' }).waitFor()
  const file = { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('<script>1</script>') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.locator('.asset-tile').filter({ hasText: 'terms.txt' }).waitFor()
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Renamed Company')
  t.same(await accessViolations(page), [], 'the form')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Renamed Company' }).waitFor()
  const { body } = await client.call<BusinessCustomer>('GET', '/api/BusinessCustomer/catalogue-company')
  t.match(body, { name: 'Renamed Company', assets: [{ fileName: 'terms.txt', contentType: 'text/html' }] })
  t.same(await accessViolations(page), [], 'the customer')
})

t.test('given a phone, dark and in Norwegian, when a product is opened, then nothing is cut and axe finds nothing', async (t) => {
  await page.evaluate(() => localStorage.setItem('oms-console-language', 'nb'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [path, heading] of [
    [`/products/${corner}`, 'Består av'],
    [`/products/${machine}`, '2 varianter'],
    ['', 'Katalog'],
  ] as const) {
    await page.goto(`${url}${path}`)
    await page.getByRole('heading', { name: heading }).waitFor()
    t.same(await accessViolations(page), [], heading)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    t.ok(width <= 360, `${heading}: ${width} px`)
  }
  t.same(complaints, [])
})

t.test(
  'given a reader, when they open a product, then they see no way to change it, and a forged write is refused',
  async (t) => {
    const { page: reading, complaints } = await consoleWindow(browser, `${url}/products/${machine}`, people.reader)
    await reading.getByRole('heading', { name: 'Catalogue machine' }).waitFor()
    t.equal(await reading.getByRole('button', { name: /^Edit|^Choose files/ }).count(), 0)
    await reading.getByRole('button', { name: 'Actions for Front' }).first().click()
    t.same(await reading.getByRole('menuitem').allTextContents(), ['Download'])
    const statuses = await reading.evaluate(async (productId) => {
      const { csrfToken } = await (await fetch('/session')).json()
      const send = async (path: string, method: string, body: string) => {
        const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken }
        return (await fetch(path, { method, headers, body })).status
      }
      return [
        await send('/api/products', 'PUT', JSON.stringify({ productId, name: 'Forged' })),
        await send(`/api/products/Assets/AddAsset/${productId}?fileName=forged.txt`, 'POST', 'forged'),
        await send('/api/BusinessCustomer', 'POST', JSON.stringify({ id: 'catalogue-company', name: 'Forged' })),
      ]
    }, machine)
    t.same(statuses, [403, 403, 403])
    t.match(await product(machine), { name: 'Catalogue machine' })
    t.same(complaints, [])
  },
)

function pathOf(asset: Asset | undefined): string {
  const { pathname, search } = new URL(asset?.url ?? '', system.gatewayUrl)
  return pathname + search
}

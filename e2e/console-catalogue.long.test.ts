// Shared process: the console of a system that is disturbed.
import type { Asset, BusinessCustomer, Product } from '@open-oms/client/types'
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openInside, people } from './console-window.ts'
import { disturbedSystem } from './refusing-bank.ts'

const [machine, beans, cup, box, corner] = ['machine', 'beans', 'cup', 'box', 'corner'].map((name) => `catalogue-${name}`)
const MARK = 'CATALOGUE-ORGANIC'

const browser = await consoleBrowser()
const { system, client } = await disturbedSystem()
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
    const tree = page.getByRole('list', { name: 'Contents' })
    const row = (name: RegExp) => tree.getByRole('listitem').filter({ hasText: name }).last()
    await row(/^Catalogue machine, Black.*to choose.*Quantity 1Available 5$/).waitFor()
    await row(/^Catalogue machine, Steel.*None kept$/).waitFor()
    await row(/^Catalogue beans.*required.*Quantity 6Available 9$/).waitFor()
    await row(/^Catalogue cup.*Quantity 12Available 32$/).waitFor()
    await page.getByText('depends on what is chosen').waitFor()
    const parts = page.getByRole('button', { name: 'Parts of Catalogue box' })
    await parts.click()
    t.equal(await parts.getAttribute('aria-expanded'), 'false')
    t.equal(await tree.getByText('Catalogue beans').count(), 0)
    t.same(await accessViolations(page), [], 'the bundle')
    await tree.getByRole('link', { name: 'Catalogue box' }).click()
    await page.getByText('There is enough stock for 4. In one warehouse: 4 in Central.').waitFor()
    await page.getByRole('region', { name: 'Part of' }).getByRole('link', { name: 'Catalogue corner' }).waitFor()
    await page.getByRole('link', { name: '9 available: stock of catalogue-beans' }).click()
    await page.getByRole('heading', { name: 'Stock' }).waitFor()
  },
)

t.test('given a slow line, when a picture is dropped, then its progress is shown, and then the picture', async (t) => {
  await openInside(page, `/catalogue/products/${machine}`)
  await page.getByRole('heading', { name: 'Catalogue machine' }).waitFor()
  const content = await pictureFile(400, 300)
  const devtools = await page.context().newCDPSession(page)
  const uploadAt = (uploadThroughput: number) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    return devtools.send('Network.emulateNetworkConditions', conditions)
  }
  // Held in the browser: its slow line delays what it shows, and a quick server has stored the file
  // by then.
  const uploading = /\/Assets\/AddAsset\//
  await page.route(uploading, () => undefined)
  await dropFile(page, { name: 'mistake.png', type: 'image/png', content })
  await page.getByRole('button', { name: 'Cancel mistake.png' }).click()
  await page.getByText('Cancelled').waitFor()
  await page.unroute(uploading)
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
  }, assetPath(cropped))
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
    .get(`${system.gatewayUrl}${assetPath(asset)}`)
    .then((response) => ({ headers: response.headers() }))
  t.match(headers, { 'content-disposition': /^attachment/, 'content-security-policy': 'sandbox' })
  await page.locator('input[type=file]').setInputFiles({ name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await page.getByText('Not added: the file is empty').waitFor()
  await openDialog('Delete', 'logo.svg')
  t.same(await accessViolations(page), [], 'the question')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await dialogGone()
  await tile.waitFor({ state: 'detached' })
  t.equal((await product(machine)).assets.length, 2)
})

t.test('given two people who edit a product, when both change the price, then the second sees both and decides', async (t) => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price incl. VAT').fill('1800')
  await dialog.getByLabel('Unit').fill('pcs')
  const { productId, name, brand } = await product(machine)
  await client.call('PUT', '/api/products', { body: { productId, name, brand, price: 1500 } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Price incl. VAT: theirs is “1,500”, yours is “1,800”.').waitFor()
  t.same(await accessViolations(page), [], 'the form')
  await dialog.getByRole('button', { name: 'Keep theirs: Price incl. VAT' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialogGone()
  const now = await product(machine)
  t.match(now, { price: 1500, unit: 'pcs', brand: 'Brew', modifiedBy: people.all.userName })
  t.equal(now.variants.length, 2, 'lists that nobody edits stay')
  t.same(await accessViolations(page), [], 'the product')
})

t.test('given a mark on two products, when its text is changed, then it is changed on both', async (t) => {
  await openInside(page, `/catalogue/products/${cup}`)
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
  await page.getByLabel('Code of a certification').fill('NO-SUCH-MARK')
  await page.getByText('No product carries NO-SUCH-MARK').waitFor()
})

t.test('given a mark that others carry, when it is added and removed, then only that product changes', async (t) => {
  await openInside(page, `/catalogue/products/${box}`)
  await page.getByRole('heading', { name: 'Catalogue box' }).waitFor()
  const marks = page.getByRole('region', { name: 'Certifications' })
  await marks.getByRole('button', { name: 'Add a certification' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code').fill(MARK)
  await dialog.getByText('2 products and variants carry it.').waitFor()
  t.same(await accessViolations(page), [], 'the form')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialogGone()
  await marks.getByText('Certified').waitFor()
  t.match((await product(box)).assets, [{ assetId: MARK, name: 'Organic', externalUrl: 'https://marks.example/1' }])
  await marks.getByRole('button', { name: 'Add a certification' }).click()
  await dialog.getByLabel('Code').fill(MARK)
  await dialog.getByText('It is there already.').waitFor()
  await dialog.getByLabel('Code').fill('CATALOGUE-NEW')
  await dialog.getByLabel('Link').fill('ftp://marks.example/2')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText('must be an http or https address').waitFor()
  await dialog.getByLabel('Link').fill('https://marks.example/2')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialogGone()
  await marks.getByRole('button', { name: 'Remove Organic from here' }).click()
  t.same(await accessViolations(page), [], 'the question')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialogGone()
  await marks.getByText('Certified').waitFor({ state: 'detached' })
  const now = await product(box)
  t.match(now.assets, [{ assetId: 'CATALOGUE-NEW', url: 'https://marks.example/2' }])
  t.equal(now.components.length, 2, 'what nobody edits stays')
  t.match((await product(cup)).assets, [{ assetId: MARK }])
})

t.test('given a package, when its components are changed, then the tree and the stock follow', async (t) => {
  const made = page.getByRole('region', { name: 'Contents' })
  await made.getByText('There is enough stock for 4.', { exact: false }).waitFor()
  await made.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantity of Catalogue beans').fill('3')
  await dialog.getByRole('button', { name: 'Remove Catalogue cup' }).click()
  await dialog.getByLabel('Add a component').fill('catalogue machine')
  await page.getByRole('option', { name: `Catalogue machine, Black – ${machine}-black` }).click()
  await dialog.getByLabel('Quantity of Catalogue machine, Black').fill('2')
  t.same(await accessViolations(page), [], 'the form')
  const { productId, isPackage } = await product(box)
  await client.call('PUT', '/api/products', { body: { productId, isPackage, name: 'Catalogue box', brand: 'Elsewhere' } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialogGone()
  await made.getByText('There is enough stock for 2.', { exact: false }).waitFor()
  const { components, brand } = await product(box)
  t.match(components, [
    { productId: beans, quantity: 3, isRequired: true },
    { productId: machine, skuId: `${machine}-black`, quantity: 2 },
  ])
  t.equal(components.length, 2)
  t.equal(brand, 'Elsewhere', 'what another one has changed meanwhile stays')
})

t.test('given a package, when it would contain itself or another one edits it, then nothing is saved', async (t) => {
  const made = page.getByRole('region', { name: 'Contents' })
  await made.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Add a component').fill(corner ?? '')
  await page.getByRole('option', { name: `Catalogue corner – ${corner}` }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The package would contain itself', { exact: false }).waitFor()
  const parts = [{ productId: cup, quantity: 1 }]
  await client.call('PUT', '/api/products', {
    body: { productId: box, isPackage: true, name: 'Catalogue box', components: parts },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('demo has saved other components.').waitFor()
  t.same(await accessViolations(page), [], 'the conflict')
  await dialog.getByRole('button', { name: 'Load them as they are now' }).click()
  await dialog.getByLabel('Quantity of Catalogue cup').waitFor()
  t.match((await product(box)).components, parts)
  await page.keyboard.press('Escape')
  await dialogGone()
})

t.test('given the palette, when a product is created, then the API says what is wrong at its fields', async (t) => {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Order number, customer or action').fill('create a product')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New product' }).waitFor()
  t.same(await accessViolations(page), [], 'the form')
  await page.reload()
  const id = page.getByLabel('Product id')
  await id.and(page.locator(':focus')).waitFor()
  await id.fill(cup ?? '')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Catalogue set')
  await page.getByLabel('Package: always made of the same components').check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText(`There is already a product with id "${cup}".`).waitFor()
  t.equal(await id.getAttribute('aria-invalid'), 'true')
  await id.fill('catalogue-set')
  await page.getByRole('button', { name: 'Create' }).dblclick()
  await page.getByRole('heading', { name: 'Catalogue set' }).waitFor()
  await page.getByRole('region', { name: 'Contents' }).getByText('It has no components yet.').waitFor()
  t.match(await product('catalogue-set'), { name: 'Catalogue set', isPackage: true, modifiedBy: people.all.userName })
})

t.test('given a product of a package, when it is deleted, then the reason is explained; without one it is deleted', async (t) => {
  await openInside(page, `/catalogue/products/${cup}`)
  await page.getByRole('heading', { name: 'Catalogue cup' }).waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await dialog.getByText('It was not deleted: packages are made of it.').waitFor()
  await dialog.getByText(`is a component of: ${box}`, { exact: false }).waitFor()
  t.same(await accessViolations(page), [], 'the explanation')
  t.match(await product(cup), { productId: cup })
  await page.keyboard.press('Escape')
  await dialogGone()
  await openInside(page, '/catalogue/products/catalogue-set')
  await page.getByRole('heading', { name: 'Catalogue set' }).waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('Catalogue set is deleted').waitFor()
  await page.waitForURL(url)
  t.equal((await client.call('GET', '/api/products/catalogue-set', { also: [404] })).status, 404)
})

t.test('given a business customer, when it gets a file and a name, then the API has them', async (t) => {
  await openInside(page, '/catalogue/business-customers')
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
  // The language is read when the console is loaded.
  await page.reload()
  for (const [path, heading] of [
    [`/products/${corner}`, 'Innhold'],
    [`/products/${machine}`, '2 varianter'],
    ['', 'Katalog'],
  ] as const) {
    await openInside(page, `/catalogue${path}`)
    await page.getByRole('heading', { name: heading }).waitFor()
    t.same(await accessViolations(page), [], heading)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    t.ok(width <= 360, `${heading}: ${width} px`)
  }
  // The browser reports what the API has refused above.
  t.same(
    complaints.filter((complaint) => !/status of 4(00|09) /.test(complaint)),
    [],
  )
})

t.test(
  'given a reader, when they open a product, then they see no way to change it, and a forged write is refused',
  async (t) => {
    const { page: reading, complaints } = await consoleWindow(browser, `${url}/products/${machine}`, people.reader)
    await reading.getByRole('heading', { name: 'Catalogue machine' }).waitFor()
    t.equal(await reading.getByRole('button', { name: /^Edit|^Delete|^Change|^Add|^Choose files/ }).count(), 0)
    await reading.getByRole('button', { name: 'Actions for Front' }).first().click()
    await reading.getByRole('menuitem', { name: 'Download' }).waitFor()
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
        await send('/api/products', 'POST', JSON.stringify({ productId: 'forged' })),
        await send(`/api/products/${productId}`, 'DELETE', '{}'),
        await send(`/api/products/Assets/AddAssets/${productId}`, 'POST', JSON.stringify([{ assetId: 'forged' }])),
      ]
    }, machine)
    t.same(statuses, [403, 403, 403, 403, 403, 403])
    t.match(await product(machine), { name: 'Catalogue machine' })
    await openInside(reading, '/catalogue/new-product')
    await reading.getByText('You may not create products').waitFor()
    await openInside(reading, '/catalogue')
    await reading.getByRole('table', { name: 'Products' }).waitFor()
    t.equal(await reading.getByRole('link', { name: 'Create a product' }).count(), 0)
    t.same(complaints, [])
  },
)

function assetPath(asset: Asset | undefined): string {
  const { pathname, search } = new URL(asset?.url ?? '', system.gatewayUrl)
  return pathname + search
}

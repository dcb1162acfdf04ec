import type { Examples } from './example-recorder.ts'

const manual = {
  assetId: 'care',
  assetType: 'ExternalCertification',
  name: 'How to wash it',
  externalUrl: 'https://shop.example.com/care',
}

/** The first calls of a client, and what the system says about itself. */
export async function systemExamples({ call }: Examples): Promise<void> {
  await call('createToken', { body: { clientId: 'demo', clientSecret: 'demo-secret', returnAsJson: true } })
  await call('createToken', {
    form: { clientId: 'demo', clientSecret: 'demo-secret', returnAsJson: 'true' },
  })
  const ofDemo = { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret' }
  await call('createOAuthToken', { isAnonymous: true, body: ofDemo })
  await call('createOAuthToken', { isAnonymous: true, form: ofDemo })
  await call('createOAuthToken', {
    isAnonymous: true,
    body: { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'wrong' },
    status: 401,
  })
  await call('getKeySet')
  await call('getIssuerMetadata')
  await call('getHealth')
  await call('getReadiness')
  await call('getLiveness')
}

/** Products with their stock. */
export async function productExamples({ call, until }: Examples): Promise<void> {
  await call('createProduct', {
    body: { productId: 'BACKPACK', name: 'Backpack 20 l', brand: 'Fjell', price: 500, cost: 210, taxRate: 25 },
  })
  await call('createProduct', {
    body: { productId: 'CUP', name: 'Coffee cup', price: 125, cost: 40, taxRate: 25 },
    isKept: false,
  })
  await call('createProduct', {
    body: {
      productId: 'SET',
      name: 'Cups for a party',
      price: 450,
      taxRate: 25,
      isPackage: true,
      components: [
        { componentId: 'cup', productId: 'CUP', skuId: 'CUP', quantity: 4, options: [{ productId: 'CUP', skuId: 'CUP' }] },
      ],
    },
    isKept: false,
  })
  await call('createProduct', { body: { name: 'Without an id' }, status: 400 })
  await call('updateProduct', { body: { productId: 'CUP', description: 'Stoneware, 3 dl.' } })
  await call('getProduct', { path: { productId: 'CUP' } })
  await call('getProduct', { path: { productId: 'NONE' }, status: 404 })
  await call('getRawProduct', { path: { productId: 'CUP' } })
  await until(({ totalCount }) => totalCount !== 0, 'searchProducts', { body: { productIds: ['CUP'], take: 1 } })
  await call('setInventory', {
    body: [
      { skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 100 },
      { skuId: 'BACKPACK', warehouseCode: 'Oslo-01', quantity: 20 },
    ],
  })
  await call('adjustInventory', { body: [{ skuId: 'CUP', warehouseCode: 'Oslo-01', delta: -1, reason: 'Broken' }] })
  await call('getInventory', { query: { skuIds: ['CUP'], warehouseCode: 'Oslo-01' } })
  await call('listInventory', { query: { warehouseCode: 'Oslo-01', take: 1 } })
  await call('transferInventory', {
    body: [{ skuId: 'CUP', fromWarehouseCode: 'Oslo-01', toWarehouseCode: 'Central', quantity: 2, reason: 'The shelf is empty' }],
  })
  await call('listInventoryMovements', { query: { skuId: 'CUP', take: 2 } })
}

/** Files and links of products. */
export async function productAssetExamples({ call }: Examples, shopUrl: string): Promise<void> {
  const ofCup = { path: { skuId: 'CUP' } }
  await call('addProductAssets', { ...ofCup, body: [manual] })
  await call('updateProductAssets', { body: [{ assetId: 'care', parentId: 'CUP', name: 'Care' }] })
  const file = { text: 'Wash by hand.\n', contentType: 'application/octet-stream' }
  const added = await call('addProductAsset', { ...ofCup, query: { fileName: 'care.txt' }, file })
  await call('addProductAsset', { ...ofCup, upload: { text: 'Dry in the sun.\n', fileName: 'dry.txt' } })
  await call('getProductAssets', { query: { assetIds: ['care'] } })
  const { assetId } = [added].flat()[0] ?? {}
  await call('headAssetFile', { path: { assetId, fileName: 'care.txt' } })
  await call('getAssetFile', { path: { assetId, fileName: 'care.txt' } })
  await call('deleteProductAssets', { query: { assetIds: ['care'] } })
  const image = { query: { url: `${shopUrl}/cup.png`, productId: 'CUP' } }
  await call('addProductImage', image)
  await call('postProductImage', image)
  await call('createProduct', { body: { productId: 'MUG', name: 'Mug' }, isKept: false })
  await call('deleteProduct', { path: { productId: 'MUG' } })
}

/** A business customer and its files. */
export async function businessCustomerExamples({ call }: Examples): Promise<void> {
  const path = { id: 'B-2001' }
  await call('saveBusinessCustomer', { body: { id: 'B-2001', name: 'Hansen Kontor AS' } })
  await call('saveBusinessCustomer', { body: { id: 'B-2001', name: 'Hansen Kontor og Lager AS' } })
  await call('getBusinessCustomer', { path })
  await call('listBusinessCustomers', { query: { take: 1 } })
  await call('addCustomerAssets', { path, body: [{ ...manual, assetId: 'terms', name: 'Terms' }] })
  await call('updateCustomerAssets', { path, body: [{ assetId: 'terms', name: 'Terms of 2026' }] })
  const file = { text: 'Agreed.\n', contentType: 'application/octet-stream' }
  await call('addCustomerAsset', { path, query: { fileName: 'agreement.txt' }, file })
  await call('addCustomerAsset', { path, upload: { text: 'Agreed again.\n', fileName: 'renewal.txt' } })
  await call('getCustomerAssets', { path, query: { assetIds: ['terms'] } })
  await call('deleteCustomerAssets', { path, query: { assetIds: ['terms'] } })
}

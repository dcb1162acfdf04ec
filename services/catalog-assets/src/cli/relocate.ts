import { runRelocation } from '@oms/service-kit/files/run-relocation'

const document = { column: 'document', isDocument: true }

await runRelocation('catalog-assets', [
  { table: 'product_version', ...document, key: ['product_id', 'revision'] },
  { table: 'product', ...document, key: ['product_id'] },
  { table: 'business_customer', ...document, key: ['customer_id'] },
])

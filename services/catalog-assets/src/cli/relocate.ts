import { relocateProgram } from '@open-oms/service-kit/files/relocate-program'

const document = { column: 'document', isDocument: true }

export const relocate = relocateProgram('catalog-assets', [
  { table: 'product_version', ...document, key: ['product_id', 'revision'] },
  { table: 'product', ...document, key: ['product_id'] },
  { table: 'business_customer', ...document, key: ['customer_id'] },
])

if (import.meta.main) process.exitCode = await relocate(process.argv.slice(2), process)

import { relocateProgram } from '@open-oms/service-kit/files/relocate-program'

const document = { column: 'document', isDocument: true }

export const relocate = relocateProgram('orders-workflow', [
  { table: 'product_copy', column: 'main_image_url', isDocument: false, key: ['product_id'] },
  { table: 'product_copy_sku', column: 'image_url', isDocument: false, key: ['sku_id', 'product_id'] },
  { table: 'cart', ...document, key: ['id'] },
  { table: 'order_version', ...document, key: ['order_id', 'version_number'] },
  { table: 'order', ...document, key: ['id'] },
])

if (import.meta.main) process.exitCode = await relocate(process.argv.slice(2), process)

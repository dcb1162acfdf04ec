import { productCreated, productDeleted, productUpdated } from '@oms/contracts/catalog/events'
import { type Consumer, defineConsumer } from '@oms/service-kit/events/consume'
import { dropProduct, storeProduct } from './product-copy.ts'

/**
 * Maintains a copy of the catalogue's products, to fill orders and break down packages
 * (events.md#event-types, workflow-steps.md#product-steps).
 */
export const onProductChanged = (): Consumer =>
  defineConsumer({
    name: 'orders-products',
    stream: 'CATALOG',
    handlers: {
      'catalog.product.created.v1': { contract: productCreated, handle: (tx, { data }) => storeProduct(tx, data) },
      'catalog.product.updated.v1': { contract: productUpdated, handle: (tx, { data }) => storeProduct(tx, data) },
      'catalog.product.deleted.v1': { contract: productDeleted, handle: (tx, { data }) => dropProduct(tx, data.productId) },
    },
  })

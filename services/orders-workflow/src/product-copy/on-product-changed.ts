import { productCreated, productDeleted, productUpdated } from '@open-oms/contracts/catalog/events'
import { durables } from '@open-oms/contracts/nats-users'
import { type Consumer, defineConsumer } from '@open-oms/service-kit/events/consumer'
import { dropProduct, storeProduct } from './product-copy.ts'

/**
 * Maintains a copy of the catalogue's products, to fill orders and break down packages
 * (events.md#event-types, workflow-steps.md#product-steps).
 */
export const onProductChanged = (): Consumer =>
  defineConsumer({
    ...durables.ordersProducts,
    handlers: {
      'catalog.product.created.v1': { contract: productCreated, handle: (tx, { data }) => storeProduct(tx, data) },
      'catalog.product.updated.v1': { contract: productUpdated, handle: (tx, { data }) => storeProduct(tx, data) },
      'catalog.product.deleted.v1': { contract: productDeleted, handle: (tx, { data }) => dropProduct(tx, data.productId) },
    },
  })

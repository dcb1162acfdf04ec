import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import type { Market } from '@open-oms/contracts/config/markets'
import { fieldValue } from '@open-oms/contracts/model/field-values'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import {
  type OrderSummary,
  SUMMARY_ERRORS_MAX,
  SUMMARY_MESSAGE_LENGTH_MAX,
} from '@open-oms/contracts/orders/search/order-summary'
import { cut } from '@open-oms/contracts/text/search-text'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { orderMarket } from '../context/order-context.ts'
import { declaredOn } from '../fields/declared-fields.ts'
import { activeHolds } from '../holds/holds.ts'
import { isClosedError } from '../input/entity-errors.ts'
import { assigneeOf } from '../staff/staff-notifications.ts'
import { firstExpiry } from './search-row.ts'

export type SummaryConfig = { markets: readonly Market[]; customFields: readonly CustomField[] }

/** What a list shows of an order (search.md#order-summaries). */
export function toOrderSummary(order: Order, config: SummaryConfig): OrderSummary {
  const { id, orderNumber, versionId, status, orderType, storeId, marketId, customerId, customerName } = order
  const { created, modified, updateStatusDate, requestedDeliveryDate, total, remainingPayment, paymentStatus, isPickable } = order
  return {
    ...{ id, orderNumber, versionId, status, orderType, storeId, marketId, customerId, customerName },
    ...{ created, modified, updateStatusDate, requestedDeliveryDate },
    currency: order.billingCurrency || orderMarket(order, config).currency,
    total,
    remainingPayment,
    paymentStatus,
    fulfilmentStatus: order.fulfilmentStatus ?? null,
    isPickable: isPickable ?? false,
    isPriority: order.orderForm.isPriority === true,
    tags: order.tags,
    fields: listedFields(order, config),
    ...summarizedGoods(order),
    assignee: assigneeOf(order),
    authorizationExpires: firstExpiry(order),
    ...summarizedProblems(order),
  }
}

function listedFields({ properties }: Order, config: SummaryConfig): OrderSummary['fields'] {
  if (properties.length === 0) return {}
  const listed = declaredOn(config, 'order').filter(({ inList }) => inList)
  return Object.fromEntries(
    listed.flatMap(({ key }) => {
      const value = fieldValue(properties, key)
      return value === null ? [] : [[key, cut(value, SUMMARY_MESSAGE_LENGTH_MAX)]]
    }),
  )
}

function summarizedGoods({ orderForm: { lineItems, shipments } }: Order) {
  const sold = lineItems.filter(({ packageLineItemId }) => !packageLineItemId)
  const first = sold.find((line) => orderedUnits(line) > 0) ?? sold[0]
  return {
    itemCount: sumOfQuantities(sold.map(orderedUnits)),
    firstItemName: lineName(first),
    firstItemCount: first === undefined ? 0 : orderedUnits(first),
    shippingMethodNames: distinct(shipments.map(({ shippingMethodName }) => shippingMethodName)),
    warehouseCodes: distinct(shipments.map(({ warehouseCode }) => warehouseCode)),
  }
}

function orderedUnits({ quantity, canceledQuantity }: OrderLine): number {
  return restOfQuantity(quantity, canceledQuantity)
}

function lineName(line: OrderLine | undefined): string | null {
  return line?.displayName || line?.code || line?.productId || null
}

function summarizedProblems(order: Order): Pick<OrderSummary, 'holds' | 'errors'> {
  return {
    holds: activeHolds(order).map(({ id, reasonCode, created }) => ({ id, reasonCode, created })),
    errors: order.errors
      .filter((error) => !isClosedError(error))
      .slice(-SUMMARY_ERRORS_MAX)
      .map(({ key, severity, status, message }) => ({
        key,
        severity,
        status,
        message: message === null ? null : cut(message, SUMMARY_MESSAGE_LENGTH_MAX),
      })),
  }
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.flatMap((text) => text || []))]
}

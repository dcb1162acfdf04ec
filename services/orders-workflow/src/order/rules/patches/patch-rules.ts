import { mirrored, ofForm, ofLine, ofOrder, ofShipment } from '@open-oms/contracts/orders/calculated-fields'

/**
 * The fields that identify an item of a list (orders.md#order-patch). The first must be there, else
 * the item has no key; lists that are not named have none. Lists of text are merged by value.
 */
export const naturalKeys: Readonly<Record<string, readonly string[] | undefined>> = {
  assets: ['assetId'],
  attachments: ['assetId'],
  charges: ['code'],
  components: ['componentId'],
  discounts: ['discountId'],
  errors: ['key', 'referenceId'],
  externalIds: ['providerName'],
  groups: ['id'],
  lineItemReferences: ['lineItemId'],
  lineItems: ['lineItemId'],
  openingHours: ['day'],
  orderLineDiscounts: ['discountId'],
  orderLineReferences: ['lineItemId'],
  orderNotes: ['id'],
  packages: ['id'],
  payments: ['id'],
  properties: ['key', 'keyGroup'],
  publicOrderNotes: ['id'],
  returnCharges: ['key'],
  returnOrderForms: ['returnId'],
  shipments: ['shipmentId'],
}

/**
 * Fields that a patch cannot set, by model: calculated ones and those that only the service writes
 * (orders.md#service-owned-fields, orders.md#order-patch).
 */
export const readOnlyFields: Readonly<Record<string, readonly string[] | undefined>> = {
  Discount: ['discountAmount'],
  Order: [
    ...mirrored,
    ...ofOrder,
    'completed',
    'customerPickupDeadline',
    'holds',
    'id',
    'isNewCustomer',
    'modified',
    'modifiedBy',
    'readyForPickup',
    'versionId',
  ],
  OrderForm: [...mirrored, ...ofForm],
  OrderLine: [...ofLine, 'reservedInventoryQuantity'],
  OrderLineDiscount: ['discountAmount', 'discountAmountPrItem'],
  ReturnOrderForm: [...mirrored, ...ofForm.filter((name) => name !== 'shippingCreditedTotal'), 'modified'],
  Shipment: [...ofShipment, 'completed', 'isAllocated', 'orderStatusLog', 'shippingCreditedTotal'],
}

/**
 * Fields that the totals may keep otherwise than they were sent, so that an item is not known by
 * them.
 */
export const adjustedFields: Readonly<Record<string, readonly string[] | undefined>> = {
  OrderLine: ['discounted', 'isGift'],
  Shipment: ['shippingDiscountAmount'],
}

/** Amounts that are rounded to the currency's decimals, by model. */
export const roundedFields: Readonly<Record<string, readonly string[] | undefined>> = {
  OrderForm: ['grossRoundoff', 'handlingTotal'],
  Payment: ['amount'],
  ReturnCharge: ['amount'],
  ReturnOrderForm: ['creditAmount', 'grossRoundoff', 'handlingTotal', 'shippingCreditedTotal'],
  Shipment: ['shippingSubTotal'],
}

/** Fields without which there is no order: they cannot be emptied (orders.md#forced-fields). */
export const requiredOfOrder: ReadonlySet<string> = new Set(['id', 'orderType', 'status', 'storeId'])

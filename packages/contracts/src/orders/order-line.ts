import type { Static } from '@sinclair/typebox'
import { ComponentOption } from '../catalog/product.ts'
import { Amount, DateTime, described, describedFields, Flag, List, Model, Nullable, Quantity, Text } from '../primitives.ts'
import { OrderLineDiscount } from './discount.ts'
import { orderLineTexts } from './lines/order-line-texts.ts'
import { ExternalId, PropertyItem } from './primitive-models.ts'

export const OrderLineBonusPoints = Model(
  'OrderLineBonusPoints',
  {
    earnedPoints: described(Amount, 'Points that were earned with the line.'),
    newPointsOnHold: described(Amount, 'New points that are on hold.'),
  },
  'Points of a loyalty programme for a line. Stored as sent: nothing is calculated with them, and they are no money.',
)
export type OrderLineBonusPoints = Static<typeof OrderLineBonusPoints>

/**
 * A component of the line of a package or bundle (components.md#component-fields,
 * packages.md#component-selection).
 */
export const ProductComponent = Model(
  'ProductComponent',
  {
    componentId: described(
      Nullable(Text),
      "Identifies the component in the order: the catalogue's id where that is free, else a generated one. The line of the component repeats it.",
    ),
    componentName: described(Nullable(Text), 'What the choice is called, as in the catalogue.'),
    id: described(Nullable(Text), "The component's id in the catalogue."),
    isRequired: described(Flag, 'True: the bundle cannot be ordered without the component.'),
    options: described(
      List(ComponentOption),
      'What may be chosen for the component. Empty: there is no choice, it is `skuId` or `productId`.',
    ),
    productId: described(Nullable(Text), 'The product of the component, or the one that was chosen.'),
    quantity: described(
      Quantity,
      'How many units one unit of the package has; 0: the component was taken out of the bundle, or nothing is chosen for it.',
    ),
    shipTogetherWithComponentId: described(
      Nullable(Text),
      'The `componentId` of a sibling that this one always ships with: both stay in one shipment.',
    ),
    skuId: described(Nullable(Text), 'The SKU of the component, or the one that was chosen; null: nothing is chosen yet.'),
  },
  'A product that a package or bundle consists of, and what was chosen for it. From the catalogue.',
)
export type ProductComponent = Static<typeof ProductComponent>

/**
 * A line (lines.md#line-fields, money.md#line-amounts); of a component in a package:
 * packages.md#package-breakdown.
 */
export const OrderLine = Model(
  'OrderLine',
  describedFields(
    {
      alternativeProductName: Nullable(Text),
      brand: Nullable(Text),
      campaignId: Nullable(Text),
      cancelComment: Nullable(Text),
      cancelReason: Nullable(Text),
      canceledDate: Nullable(DateTime),
      canceledQuantity: Quantity,
      code: Nullable(Text),
      color: Nullable(Text),
      comment: Nullable(Text),
      componentId: Nullable(Text),
      components: List(ProductComponent),
      cost: Amount,
      costTotal: Amount,
      createPurchaseOrder: Nullable(Flag),
      creditedAmount: Amount,
      customerPickupDeadline: Nullable(DateTime),
      deliveredDate: Nullable(DateTime),
      deliveredQuantity: Quantity,
      discountReasonCode: Nullable(Text),
      discounted: Amount,
      discountedExclTax: Amount,
      discountedPrice: Amount,
      discountedPriceExclTax: Amount,
      displayName: Nullable(Text),
      ean: Nullable(Text),
      expectedDeliveryDate: Nullable(DateTime),
      extendedPrice: Amount,
      extendedPriceExclTax: Amount,
      externalIds: List(ExternalId),
      groupId: Nullable(Text),
      gtins: List(Text),
      imageUrl: Nullable(Text),
      internalWarehouseLocation: Nullable(Text),
      isAwaitingPurchaseOrder: Nullable(Flag),
      isBackorder: Flag,
      isBundle: Flag,
      isConfigurableProduct: Flag,
      isExcludedFromPromotions: Nullable(Flag),
      isGift: Flag,
      isPackage: Flag,
      isPackageBrokeDown: Flag,
      isPackageProduct: Flag,
      isReadOnly: Flag,
      isReadOnlyByCustomer: Flag,
      isSerializableProduct: Nullable(Flag),
      isSkuAccessory: Nullable(Flag),
      isVirtualProduct: Flag,
      lineItemDiscountAmount: Amount,
      lineItemDiscountAmountExclTax: Amount,
      lineItemId: Text,
      modifiedReason: Nullable(Text),
      orderDiscountAmount: Amount,
      orderLineBonusPoints: Nullable(OrderLineBonusPoints),
      orderLineDiscounts: List(OrderLineDiscount),
      originalExtendedPricePerUnit: Nullable(Amount),
      packageLineItemId: Nullable(Text),
      packageSkuId: Nullable(Text),
      placedPrice: Amount,
      placedPriceExclTax: Amount,
      priceListId: Nullable(Text),
      priceListItemId: Nullable(Text),
      productId: Nullable(Text),
      productType: Nullable(Text),
      properties: List(PropertyItem),
      quantity: Quantity,
      readyForPickupDate: Nullable(DateTime),
      readyForPickupQuantity: Nullable(Quantity),
      replacedDate: Nullable(DateTime),
      replacedQuantity: Nullable(Quantity),
      replacementReason: Nullable(Text),
      replacementType: Nullable(Text),
      requestedDeliveryDate: Nullable(DateTime),
      reservedInventory: Flag,
      reservedInventoryDeliveryId: Nullable(Text),
      reservedInventoryPurchaseOrderId: Nullable(Text),
      reservedInventoryPurchaseOrderLineId: Nullable(Text),
      reservedInventoryQuantity: Quantity,
      returnDate: Nullable(DateTime),
      returnQuantity: Quantity,
      returnReason: Nullable(Text),
      returnType: Nullable(Text),
      selectedUnit: Nullable(Text),
      selectedUnitConversionFactor: Nullable(Quantity),
      selectedUnitQuantity: Nullable(Quantity),
      serialNumber: Nullable(Text),
      size: Nullable(Text),
      storePickDate: Nullable(DateTime),
      suggestedRetailPrice: Amount,
      suggestedRetailPriceExclTax: Amount,
      supplierId: Nullable(Text),
      supplierName: Nullable(Text),
      supplierSkuId: Nullable(Text),
      taxRate: Nullable(Amount),
      taxTotal: Amount,
      unit: Nullable(Text),
      updateStock: Flag,
      webSiteProductUrl: Nullable(Text),
    },
    orderLineTexts,
  ),
  'A product in an order, with quantity and price. Shipments hold copies of the lines with quantities and amounts of their own, which sum to those of the line; ' +
    'in a return form a line is what comes back of the line with its id. Amounts are in the main unit of the currency of the order.',
)
export type OrderLine = Static<typeof OrderLine>

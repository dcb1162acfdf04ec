import type { Static } from '@sinclair/typebox'
import { Amount, Flag, Integer, List, Model, Nullable, Text, Word } from '../primitives.ts'

export const discountTypes = ['None', 'LineItem', 'Order', 'Shipping', 'Manual', 'BonusPoints'] as const
export const rewardTypes = ['None', 'Money', 'Percentage', 'Free', 'FixedPrice', 'Gift', 'MultiBuys', 'Kit'] as const

const DiscountType = Word(discountTypes, { byNumber: true })
const RewardType = Word(rewardTypes, { byNumber: true })

/** Buy `requiredBuyAmount` units, `numberOfDiscountedItems` of them get `percentage` off (money.md#discounts). */
export const PromotionMultiBuyReward = Model('PromotionMultiBuyReward', {
  requiredBuyAmount: Integer,
  numberOfDiscountedItems: Integer,
  percentage: Amount,
})
export type PromotionMultiBuyReward = Static<typeof PromotionMultiBuyReward>

export const PromotionFixedPriceReward = Model('PromotionFixedPriceReward', {
  fixedPricePrice: Amount,
  fixedPriceQuantity: Integer,
})
export type PromotionFixedPriceReward = Static<typeof PromotionFixedPriceReward>

export const Discount = Model('Discount', {
  alwaysApply: Flag,
  canBeCombinedWithOtherPromotions: Nullable(Flag),
  discountAmount: Amount,
  discountCode: Nullable(Text),
  discountId: Nullable(Text),
  discountName: Nullable(Text),
  discountSource: Nullable(Text),
  discountType: Nullable(DiscountType),
  discountValue: Amount,
  isBonusPointsReward: Flag,
  maxDiscountAmount: Amount,
  priority: Integer,
  promotionFixedPriceReward: Nullable(PromotionFixedPriceReward),
  promotionMultiBuyReward: Nullable(PromotionMultiBuyReward),
  rewardType: Nullable(RewardType),
  skuIds: List(Text),
})
export type Discount = Static<typeof Discount>

export const OrderLineDiscount = Model('OrderLineDiscount', {
  alwaysApply: Flag,
  canBeCombinedWithOtherPromotions: Nullable(Flag),
  discountAmount: Amount,
  discountAmountPrItem: Amount,
  discountCode: Nullable(Text),
  discountId: Nullable(Text),
  discountName: Nullable(Text),
  discountSource: Nullable(Text),
  discountValue: Amount,
  isBonusPointsReward: Flag,
  maxDiscountAmount: Amount,
  priority: Integer,
  promotionFixedPriceReward: Nullable(PromotionFixedPriceReward),
  promotionMultiBuyReward: Nullable(PromotionMultiBuyReward),
  rewardType: Nullable(RewardType),
})
export type OrderLineDiscount = Static<typeof OrderLineDiscount>

import type { Static } from '@sinclair/typebox'
import { Amount, described, Flag, Integer, List, Model, Nullable, Text, Word } from '../primitives.ts'

export const discountTypes = ['None', 'LineItem', 'Order', 'Shipping', 'Manual', 'BonusPoints'] as const
export const rewardTypes = ['None', 'Money', 'Percentage', 'Free', 'FixedPrice', 'Gift', 'MultiBuys', 'Kit'] as const

const DiscountType = Word(discountTypes, { byNumber: true })
const RewardType = Word(rewardTypes, { byNumber: true })

/**
 * Buy `requiredBuyAmount` units, `numberOfDiscountedItems` of them get `percentage` off
 * (money.md#discounts).
 */
export const PromotionMultiBuyReward = Model(
  'PromotionMultiBuyReward',
  {
    requiredBuyAmount: described(Integer, 'How many units make a group, the reduced ones included.'),
    numberOfDiscountedItems: described(Integer, 'How many units of each group are reduced.'),
    percentage: described(Amount, 'What is taken off each of them, in percent; more than 100 counts as 100.'),
  },
  'Of each whole group of units, some get a percentage off: the cheapest of all eligible units.',
)
export type PromotionMultiBuyReward = Static<typeof PromotionMultiBuyReward>

export const PromotionFixedPriceReward = Model(
  'PromotionFixedPriceReward',
  {
    fixedPricePrice: described(Amount, 'What a group costs, with tax. On shipping: the most that it costs.'),
    fixedPriceQuantity: described(Integer, 'How many units make a group.'),
  },
  'Each whole group of units costs a fixed price; what is left over costs its price.',
)
export type PromotionFixedPriceReward = Static<typeof PromotionFixedPriceReward>

/** What a discount gives, on the form and on a line. */
const reward = {
  isBonusPointsReward: described(Flag, 'True: the discount gives points and no money.'),
  maxDiscountAmount: described(
    Amount,
    'The most that the discount gives in all, with tax; 0: no limit. The rewards are cut in proportion.',
  ),
  priority: described(
    Integer,
    'The order in which discounts apply, low numbers first; with equal numbers those of the line or shipment before those of the form, then as listed.',
  ),
  promotionFixedPriceReward: described(
    Nullable(PromotionFixedPriceReward),
    'Of reward `FixedPrice`: how many units cost how much.',
  ),
  promotionMultiBuyReward: described(
    Nullable(PromotionMultiBuyReward),
    'Of reward `MultiBuys`: how many units are bought, and which part of them is reduced.',
  ),
  rewardType: described(
    Nullable(RewardType),
    'What it takes off: `Money` an amount, `Percentage` a part, `Free` and `Gift` everything, `FixedPrice` and `MultiBuys` by groups of units, `None` and `Kit` nothing. Also taken as the number of its position, from 0.',
  ),
}

export const Discount = Model(
  'Discount',
  {
    alwaysApply: described(Flag, 'True: the discount applies even after one that excludes others.'),
    canBeCombinedWithOtherPromotions: described(
      Nullable(Flag),
      'False: once the discount has given something, later ones of its level (a line, the order, a shipment) do not apply. Null: it can be combined.',
    ),
    discountAmount: described(Amount, 'What the discount really took off, with tax. Calculated.'),
    discountCode: described(Nullable(Text), 'The code that the customer redeemed, or that names the discount. Searches find it.'),
    discountId: described(Nullable(Text), 'Identifies the discount; a patch merges the list by it. Searches find it.'),
    discountName: described(Nullable(Text), 'The name of the discount. Searches find it.'),
    discountSource: described(Nullable(Text), 'Where the discount comes from, such as a campaign system. Stored as sent.'),
    discountType: described(
      Nullable(DiscountType),
      'Where it applies: `LineItem` the lines of `skuIds`, `Order` the order (with reward `Gift` the lines of `skuIds`), `Shipping` all shipments, `Manual` as `LineItem` with `skuIds` or reward `Gift` and else as `Order`, `None` and `BonusPoints` nowhere. Also taken as the number of its position, from 0.',
    ),
    discountValue: described(
      Amount,
      'How much: an amount with tax for reward `Money` (per unit on lines, in all on the order and on shipping), percent for `Percentage`, no meaning for others. Not negative.',
    ),
    ...reward,
    skuIds: described(List(Text), 'Of a discount on lines: those that it is for, by their `code`. Empty: all lines.'),
  },
  'A discount on lines, on the order or on shipping. The type says where it applies and the reward how much it takes off; amounts include tax and are in the main unit of the currency of the order.',
)
export type Discount = Static<typeof Discount>

export const OrderLineDiscount = Model(
  'OrderLineDiscount',
  {
    alwaysApply: described(Flag, 'True: the discount applies even after one that excludes others.'),
    canBeCombinedWithOtherPromotions: described(
      Nullable(Flag),
      'False: once the discount has given something, later ones of its level (a line, the order, a shipment) do not apply. Null: it can be combined.',
    ),
    discountAmount: described(Amount, 'What the discount really took off the line, with tax. Calculated.'),
    discountAmountPrItem: described(Amount, '`discountAmount` per unit. Calculated.'),
    discountCode: described(Nullable(Text), 'The code that the customer redeemed, or that names the discount. Searches find it.'),
    discountId: described(Nullable(Text), 'Identifies the discount; a patch merges the list by it. Searches find it.'),
    discountName: described(Nullable(Text), 'The name of the discount. Searches find it.'),
    discountSource: described(Nullable(Text), 'Where the discount comes from, such as a campaign system. Stored as sent.'),
    discountValue: described(
      Amount,
      'How much: an amount per unit with tax for reward `Money`, percent for `Percentage`, no meaning for others. Not negative.',
    ),
    ...reward,
  },
  'A discount on one line. It applies with the discounts of the form that are for the line; amounts include tax and are in the main unit of the currency of the order.',
)
export type OrderLineDiscount = Static<typeof OrderLineDiscount>

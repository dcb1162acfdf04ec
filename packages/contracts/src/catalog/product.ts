import { type Static } from '@sinclair/typebox'
import { Amount, Model, Nullable, Text } from '../primitives.ts'

/** What an option adds to the package price in one market. */
export const PriceOffset = Model('PriceOffset', {
  marketId: Nullable(Text),
  amount: Amount,
  currency: Nullable(Text),
})
export type PriceOffset = Static<typeof PriceOffset>

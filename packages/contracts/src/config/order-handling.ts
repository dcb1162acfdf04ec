import { type Static, Type } from '@sinclair/typebox'
import { ReasonCode } from '../orders/hold.ts'
import { Word } from '../primitives.ts'
import { findDuplicates } from './checks/find-problems.ts'
import {
  ConfigFile,
  ConfigObject,
  type ConfigProblem,
  defineConfigFile,
  ListOrNone,
  Name,
  OrNull,
  WithOptions,
} from './config-file.ts'
import { CurrencyCode } from './standard-codes.ts'
import { tagColors } from './tag-colors.ts'

const HoldReason = ConfigObject(
  {
    code: WithOptions(ReasonCode, {
      description: 'What holds carry as `reasonCode`: 1 to 64 letters, digits, dots, dashes or underscores.',
    }),
    en: Name('What staff read, in English.'),
    nb: OrNull(Name('What staff read, in Norwegian; the English text when absent.')),
  },
  'A reason that staff may choose when they hold an order.',
)

const Tag = ConfigObject(
  {
    name: Name('The tag as orders carry it.'),
    color: WithOptions(Word(tagColors), { description: 'The colour in which lists and orders show it.' }),
  },
  'A tag of orders.',
)

const ApprovalLimit = ConfigObject(
  {
    currency: CurrencyCode('ISO 4217 code.'),
    amount: Type.Number({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'What one person pays back of an order, in the main unit.',
    }),
  },
  'A limit in a currency.',
)

export const OrderHandling = ConfigFile(
  {
    lateAfterDays: Type.Integer({
      minimum: 0,
      maximum: 365,
      default: 2,
      description: 'After so many days an order that has not left is late.',
    }),
    holdReasons: ListOrNone(HoldReason, 'The reasons that are offered, in this order. Empty: staff write a reason themselves.'),
    refundApprovalAbove: ListOrNone(
      ApprovalLimit,
      'Above these amounts of an order a refund needs a second person. Currencies that are not named have no limit.',
    ),
    tags: ListOrNone(Tag, 'The tags that are offered, with their colours. Orders may have others too.'),
  },
  'What staff choose from when they work with orders.',
)
export type OrderHandling = Static<typeof OrderHandling>

export const orderHandlingFile = defineConfigFile({
  file: 'order-handling.json',
  summary:
    'What staff choose from when they work with orders: reasons of holds, tags, when an order is late, and which refunds need a second person. It may be missing.',
  schema: OrderHandling,
  whenMissing: { lateAfterDays: 2, holdReasons: [], tags: [], refundApprovalAbove: [] },
  read: ({ lateAfterDays, holdReasons, tags, refundApprovalAbove }) => ({
    lateAfterDays,
    holdReasons,
    tags,
    refundApprovalAbove,
  }),
})

/** Reasons, tags and the currencies of limits are unique. */
export function findOrderHandlingProblems({ holdReasons, tags, refundApprovalAbove: limits }: OrderHandling): ConfigProblem[] {
  const { file } = orderHandlingFile
  return [
    ...findDuplicates({ file, list: 'holdReasons', items: holdReasons, key: 'code', value: ({ code }) => code }),
    ...findDuplicates({ file, list: 'tags', items: tags, key: 'name', value: ({ name }) => name }),
    ...findDuplicates({ file, list: 'refundApprovalAbove', items: limits, key: 'currency', value: ({ currency }) => currency }),
  ]
}

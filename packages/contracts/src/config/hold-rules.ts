import { type Static, Type } from '@sinclair/typebox'
import { HoldNote, holdReleaseRules, ReasonCode } from '../orders/hold.ts'
import { Word } from '../primitives.ts'
import { findDuplicates, findUnresolved, problemIn } from './checks/find-problems.ts'
import {
  ConfigObject,
  type ConfigProblem,
  FlagWithDefault,
  ListOrNone,
  Name,
  OrNull,
  WithDefault,
  WithOptions,
} from './config-file.ts'
import type { Market } from './markets.ts'
import type { OrderType } from './order-types.ts'
import type { PaymentMethod } from './payment-methods.ts'
import { CurrencyCode } from './standard-codes.ts'
import type { Store } from './stores.ts'

const FILE = 'settings.json'
const LIST = 'holds.rules'
const RULES_MAX = 50
const VALUES_MAX = 1_000
const MINUTES_MAX = 366 * 24 * 60

function Names(item: string, description: string) {
  return WithOptions(ListOrNone(Name(item), description), { maxItems: VALUES_MAX })
}

function AmountAbove(description: string) {
  return OrNull(
    ConfigObject(
      {
        amount: Type.Number({ minimum: 0, maximum: 1_000_000_000, description: 'In the main unit of the currency.' }),
        currency: CurrencyCode('ISO 4217 code; orders of another currency do not match.'),
      },
      description,
    ),
  )
}

export const HoldRule = ConfigObject(
  {
    name: Name('The unique name of the rule; its holds carry it as `rule`.'),
    active: FlagWithDefault(true, 'The rule places holds.'),
    reasonCode: WithOptions(ReasonCode, {
      description: 'Reason code of the hold: 1 to 64 letters, digits, dots, dashes or underscores.',
    }),
    note: OrNull(WithOptions(HoldNote, { description: 'Note of the hold, at most 1,000 characters.' })),
    orderTypes: Names('Order type.', 'Order types that it is for; empty: all.'),
    markets: Names('Market id.', 'Markets that it is for; empty: all.'),
    stores: Names('Store id.', 'Selling stores that it is for; empty: all.'),
    salesChannels: Names('Sales channel.', 'Sales channels that it is for; empty: all.'),
    customerTypes: WithOptions(ListOrNone(Word(['B2B', 'B2C']), 'Customer types that it is for; empty: all.'), { maxItems: 2 }),
    customerIds: Names('Customer id.', 'Customers that it is for; empty: all.'),
    totalAbove: AmountAbove('The total of the order is above this amount.'),
    countryMismatch: FlagWithDefault(false, 'The billing address and the address of a shipment name different countries.'),
    newCustomer: FlagWithDefault(false, 'The customer has no other order, or the order names no customer.'),
    paymentMethods: Names('`paymentMethodName` of payments.', 'A payment of the order is by one of these methods.'),
    openAmountAbove: AmountAbove("The open amounts of the customer's orders, this one included, are above this amount."),
    releaseAfterMinutes: OrNull(
      Type.Integer({ minimum: 1, maximum: MINUTES_MAX, description: 'Minutes until the hold is released by time.' }),
    ),
    releaseRule: OrNull(
      WithOptions(Word(holdReleaseRules), { description: 'Releases the hold: `PaidInFull`, when the order is paid.' }),
    ),
  },
  'A rule that holds orders at their creation. All of its conditions must be true.',
)
export type HoldRule = Static<typeof HoldRule>

/** The rules in order; each that matches places its hold. */
export const HoldRules = WithDefault(
  Type.Array(HoldRule, { maxItems: RULES_MAX, description: 'Rules that hold orders at their creation, at most 50.' }),
  [],
)

type Rules = readonly HoldRule[]

/** Names are unique, and each rule has a condition: one without would hold every order. */
export function findHoldRuleProblems(rules: Rules): ConfigProblem[] {
  const named = { file: FILE, list: LIST, items: rules, key: 'name', value: ({ name }: HoldRule) => name }
  const unlimited = [...rules.entries()].filter(([, rule]) => !isLimited(rule))
  return [
    ...findDuplicates(named),
    ...unlimited.map(([index]) =>
      problemIn(FILE)(
        `${LIST}[${index}]`,
        'has no condition and would hold every order',
        'Add a condition, such as totalAbove, or name order types, markets or stores.',
      ),
    ),
  ]
}

function isLimited(rule: HoldRule): boolean {
  const lists = [rule.orderTypes, rule.markets, rule.stores, rule.salesChannels, rule.customerTypes, rule.customerIds]
  if ([...lists, rule.paymentMethods].some((list) => list.length > 0)) return true
  return rule.countryMismatch || rule.newCustomer || rule.totalAbove !== null || rule.openAmountAbove !== null
}

type Reference = 'orderTypes' | 'markets' | 'stores' | 'paymentMethods'

function findUnknown(rules: Rules, field: Reference, known: { what: string; names: readonly string[] }): ConfigProblem[] {
  const references = rules.flatMap((rule, index) =>
    rule[field].map((name, position) => ({ path: `${LIST}[${index}].${field}[${position}]`, name })),
  )
  return findUnresolved(FILE, references, known)
}

/** Rules name order types that exist. */
export function findHoldRuleTypeProblems(rules: Rules, types: readonly OrderType[]): ConfigProblem[] {
  return findUnknown(rules, 'orderTypes', { what: 'an order type', names: types.map(({ name }) => name) })
}

/** Rules name markets that exist. */
export function findHoldRuleMarketProblems(rules: Rules, markets: readonly Market[]): ConfigProblem[] {
  return findUnknown(rules, 'markets', { what: 'a market', names: markets.map(({ id }) => id) })
}

/** Rules name stores that exist. */
export function findHoldRuleStoreProblems(rules: Rules, stores: readonly Store[]): ConfigProblem[] {
  return findUnknown(rules, 'stores', { what: 'a store', names: stores.map(({ id }) => id) })
}

/** Rules name payment methods as payments carry them. */
export function findHoldRuleMethodProblems(rules: Rules, methods: readonly PaymentMethod[]): ConfigProblem[] {
  const names = methods.map(({ name, paymentMethodName }) => paymentMethodName ?? name)
  return findUnknown(rules, 'paymentMethods', { what: 'a payment method', names })
}

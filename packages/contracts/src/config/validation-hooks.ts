import { type Static, Type } from '@sinclair/typebox'
import { Word } from '../primitives.ts'
import { findDuplicates, findUnresolved, problemIn } from './checks/find-problems.ts'
import { ConfigObject, type ConfigProblem, FlagWithDefault, ListOrNone, Name, WithDefault, WithOptions } from './config-file.ts'
import type { OrderType } from './order-types.ts'
import type { PaymentMethod } from './payment-methods.ts'
import type { Store } from './stores.ts'

/** What a validation hook comes before. */
export const validationMoments = ['OrderCreation', 'Payment'] as const
export type ValidationMoment = (typeof validationMoments)[number]

const FILE = 'connectors.json'
const LIST = 'validationHooks'
const BUDGET_MS_MAX = 10_000

export const ValidationHook = ConfigObject(
  {
    name: Name('Unique name, by which refusals name it.'),
    before: WithOptions(Word(validationMoments), {
      description: 'What it comes before: `OrderCreation`, or `Payment` (an authorisation, a capture or a payment link).',
    }),
    connector: Name('The connector of kind `ask` that is asked.'),
    budgetMs: WithDefault(
      Type.Integer({ minimum: 1, maximum: BUDGET_MS_MAX, description: 'Longest time to wait for its answer.' }),
      1_000,
    ),
    whenUnanswered: WithOptions(Word(['allow', 'refuse']), {
      description: 'What holds when there is no answer within the budget: `allow` or `refuse`.',
    }),
    orderTypes: ListOrNone(Name('Order type.'), 'Before `OrderCreation`: only orders of these types; empty: all.'),
    stores: ListOrNone(Name('Store id.'), 'Before `OrderCreation`: only orders of these stores; empty: all.'),
    paymentMethods: ListOrNone(
      Name('`paymentMethodName` of payments.'),
      'Before `Payment`: only payments by these methods; empty: all.',
    ),
    active: FlagWithDefault(true, 'An inactive hook is not asked.'),
  },
  'A service that is asked before an order is created or a payment is taken (connectors.md#validation-hooks).',
)
export type ValidationHook = Static<typeof ValidationHook>
type Hooks = readonly ValidationHook[]

/** What limits a hook, and the moment that has it. */
const limits = { orderTypes: 'OrderCreation', stores: 'OrderCreation', paymentMethods: 'Payment' } as const
type Limit = keyof typeof limits

/** Names are unique, connectors are of kind `ask`, and limits are those of the moment. */
export function findValidationHookProblems(hooks: Hooks, askConnectors: readonly string[]): ConfigProblem[] {
  const references = hooks.map(({ connector }, index) => ({ path: `${LIST}[${index}].connector`, name: connector }))
  const misplaced = hooks.flatMap((hook, index) =>
    (Object.keys(limits) as Limit[]).flatMap((limit) =>
      hook[limit].length === 0 || limits[limit] === hook.before
        ? []
        : [problemIn(FILE)(`${LIST}[${index}].${limit}`, `limits nothing before ${hook.before}`, 'Remove it.')],
    ),
  )
  return [
    ...findDuplicates({ file: FILE, list: LIST, items: hooks, key: 'name', value: ({ name }: ValidationHook) => name }),
    ...findUnresolved(FILE, references, { what: 'a connector of kind ask', names: askConnectors }),
    ...misplaced,
  ]
}

function findUnknown(hooks: Hooks, limit: Limit, known: { what: string; names: readonly string[] }): ConfigProblem[] {
  const references = hooks.flatMap((hook, index) =>
    hook[limit].map((name, position) => ({ path: `${LIST}[${index}].${limit}[${position}]`, name })),
  )
  return findUnresolved(FILE, references, known)
}

/** Hooks name order types that exist. */
export function findValidationHookTypeProblems(hooks: Hooks, types: readonly OrderType[]): ConfigProblem[] {
  return findUnknown(hooks, 'orderTypes', { what: 'an order type', names: types.map(({ name }) => name) })
}

/** Hooks name stores that exist. */
export function findValidationHookStoreProblems(hooks: Hooks, stores: readonly Store[]): ConfigProblem[] {
  return findUnknown(hooks, 'stores', { what: 'a store', names: stores.map(({ id }) => id) })
}

/** Hooks name payment methods as payments carry them. */
export function findValidationHookMethodProblems(hooks: Hooks, methods: readonly PaymentMethod[]): ConfigProblem[] {
  const names = methods.map(({ name, paymentMethodName }) => paymentMethodName ?? name)
  return findUnknown(hooks, 'paymentMethods', { what: 'a payment method', names })
}

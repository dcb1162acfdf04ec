import { type Static, Type } from '@sinclair/typebox'
import { findDuplicates, findUnresolved, namesWithin } from './checks/find-problems.ts'
import {
  ConfigFile,
  ConfigObject,
  type ConfigProblem,
  defineConfigFile,
  FlagWithDefault,
  ListOrNone,
  Name,
  OrNull,
  WithDefault,
  Words,
} from './config-file.ts'
import type { Market } from './markets.ts'

export const PaymentMethod = ConfigObject(
  {
    name: Name('The unique name of the method; the chart of accounts uses it as discriminator.'),
    paymentMethodName: OrNull(Words('What payments carry as paymentMethodName; null: the name.')),
    providerName: OrNull(Words('Who moves the money.')),
    displayName: Name('The name a customer sees.'),
    connector: Name('The payment connector that authorises, captures, refunds and voids.'),
    markets: ListOrNone(Name('Market id.'), 'Markets that offer the method; empty: all.'),
    authorizationTimeInDays: OrNull(Type.Integer({ minimum: 1, description: 'Days until an authorisation expires.' })),
    displayInCart: FlagWithDefault(true, 'Offered in the cart.'),
    editable: FlagWithDefault(true, 'May be changed manually on an order.'),
    isEmptyPayment: FlagWithDefault(false, 'Moves no money.'),
    isInvoice: FlagWithDefault(
      false,
      'Sold on account: goods are picked and shipped before they are paid (money.md#orders-on-invoice).',
    ),
    isGiftCard: FlagWithDefault(false, 'Pays by redeeming a gift card: booked against the gift card liability.'),
    paymentLink: FlagWithDefault(
      false,
      'Customers can be sent a link to pay by: the connector has the optional operation `link` (payments.md#payment-links).',
    ),
    logoUrl: OrNull(Words('Address of the logo.')),
    termsUrl: OrNull(Words('Address of the terms.')),
    active: WithDefault(Type.Boolean({ description: 'Offered at all.' }), true),
  },
  'A way to pay (payments.md#payment-options).',
)
export type PaymentMethod = Static<typeof PaymentMethod>

export const paymentMethodsFile = defineConfigFile({
  file: 'payment-methods.json',
  summary: 'Ways to pay by market.',
  schema: ConfigFile({ paymentMethods: Type.Array(PaymentMethod, { minItems: 1 }) }, 'The ways to pay.'),
  read: (content) => content.paymentMethods,
})

/** Names are unique. */
export function findPaymentMethodProblems(methods: readonly PaymentMethod[]): ConfigProblem[] {
  return findDuplicates({
    file: paymentMethodsFile.file,
    list: 'paymentMethods',
    items: methods,
    key: 'name',
    value: (method) => method.name,
  })
}

/** Methods are offered in markets that exist. */
export function findPaymentMethodMarketProblems(methods: readonly PaymentMethod[], markets: readonly Market[]): ConfigProblem[] {
  const references = namesWithin('paymentMethods', methods, 'markets')
  return findUnresolved(paymentMethodsFile.file, references, { what: 'a market', names: markets.map((market) => market.id) })
}

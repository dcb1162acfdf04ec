import { type Static, Type } from '@sinclair/typebox'
import { Amount, described, Integer, Key, List, Model, Nullable, TaxRate, Text } from '../../primitives.ts'

/** What payments carry as the name of their method, of any length. */
export const MethodName = Type.String({ minLength: 1 })

/** Absent in old reports and where a till does not send it. */
export const vatAmountField = (what: string) =>
  Type.Optional(Type.Unsafe<number>({ ...Amount, description: `${what} Absent: calculated from the sum of the rate.` }))

export const ZReportPart = Model(
  'ZReportPart',
  {
    vatValue: described(TaxRate, 'The VAT rate.'),
    amount: described(Amount, 'The sum, VAT included; negative when more was paid back.'),
    vatAmount: vatAmountField('The VAT in it.'),
  },
  'A part of what was sold, at one VAT rate, less what was paid back of it.',
)
export type ZReportPart = Static<typeof ZReportPart>

export const ZReportReceivable = Model(
  'ZReportReceivable',
  {
    name: described(MethodName, 'The payment method.'),
    amount: described(Amount, 'By how much the customer owes more; negative: less.'),
    orderId: described(Key, 'The order.'),
    orderNumber: described(Nullable(Text), 'The number that customers know, where it has one.'),
    customerNumber: described(Nullable(Text), 'The customer in the ERP, where one is known.'),
    invoiceNumber: described(Nullable(Text), 'The invoice.'),
    creditNoteNumber: described(Nullable(Text), 'The credit note of a refund.'),
    kidNumber: described(Nullable(Text), 'The payment reference of the invoice.'),
    paymentTermsNet: described(Nullable(Integer), 'Days until the invoice is due; null when no terms were agreed.'),
  },
  'What one order on account owes more or less.',
)
export type ZReportReceivable = Static<typeof ZReportReceivable>

/** Parts of `vatGroups` that may have accounts of their own (postings.md#z-report-postings). */
export const zReportParts = ['fees', 'rentals', 'shipping'] as const
export type ZReportPartName = (typeof zReportParts)[number]

/** The schema of a part of what was sold. */
export const reportPartField = (what: string) =>
  Type.Optional(
    described(
      List(ZReportPart),
      `${what}, less what was paid back of them, by VAT rate: a part of \`vatGroups\` that may have an account of its own. May be given only with the sales figures. Absent means none.`,
    ),
  )

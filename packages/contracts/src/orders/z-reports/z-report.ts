import { type Static, Type } from '@sinclair/typebox'
import {
  Amount,
  AmountFromZero,
  DateTime,
  DateTimeUpTo,
  described,
  InputModel,
  Integer,
  Key,
  List,
  LongInteger,
  Model,
  PAGE_NUMBER_MAX,
  TaxRate,
  Text,
} from '../../primitives.ts'
import { MethodName, reportPartField, vatAmountField, ZReportReceivable } from './z-report-parts.ts'

const Count = Type.Integer({ minimum: 0, maximum: 2147483647 })
/** Longest id of a report, a store or a register. */
const NAME_MAX = 100
const Name = Type.String({
  minLength: 1,
  maxLength: NAME_MAX,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'must have no control characters',
})

export const ZReportSum = Model(
  'ZReportSum',
  { amount: described(AmountFromZero, 'The sum, with tax.'), count: described(Count, 'How many orders or payments it is from.') },
  'How much, and in how many orders or payments.',
)
export type ZReportSum = Static<typeof ZReportSum>

const ofMethod = {
  name: described(MethodName, 'The payment method.'),
  amount: described(AmountFromZero, 'The sum; positive for refunds too.'),
  count: described(Count, 'How many payments it is from.'),
}

export const ZReportRefund = Model(
  'ZReportRefund',
  {
    ...ofMethod,
    behaviour: Type.Optional(
      Type.Literal('invoice', {
        description: 'Refunds of invoices that were not paid: booked on the receivable, not on the account of the method.',
      }),
    ),
  },
  'What was paid back by one method.',
)
export type ZReportRefund = Static<typeof ZReportRefund>

export const ZReportPayment = Model(
  'ZReportPayment',
  {
    ...ofMethod,
    behaviour: Type.Optional(
      Type.Literal('invoice', {
        description: 'Sold on account (transaction type `Invoiced`): booked as a receivable, not on the account of the method.',
      }),
    ),
  },
  'What was paid by one method.',
)
export type ZReportPayment = Static<typeof ZReportPayment>

export const ZReportVatGroup = Model(
  'ZReportVatGroup',
  {
    vatValue: described(TaxRate, 'The VAT rate.'),
    amount: described(AmountFromZero, 'The sum, VAT included.'),
    vatAmount: vatAmountField('The VAT in it: the sum of what the receipts show.'),
    count: described(Count, 'How many orders it is from; an order counts once for each rate.'),
  },
  'What was sold, or taken back, at one VAT rate.',
)
export type ZReportVatGroup = Static<typeof ZReportVatGroup>

export const CashManagement = Model(
  'CashManagement',
  {
    cashIn: described(AmountFromZero, 'Cash that was put into the drawer.'),
    cashOut: described(AmountFromZero, 'Cash that was taken out of the drawer.'),
    cashCounted: described(Amount, 'Cash that was counted at the close.'),
    cashExpected: described(Amount, 'Cash that there should have been.'),
    cashDiff: described(Amount, '`cashCounted` minus `cashExpected`; another value is 400.'),
    cashBank: described(AmountFromZero, 'Cash that goes to the bank.'),
    cashFloat: described(Amount, 'By how much the float of the drawer changed.'),
  },
  'The cash drawer. Each field that is left out of a request is 0.',
)
export type CashManagement = Static<typeof CashManagement>

const salesFigures = {
  sales: described(ZReportSum, 'What was sold, with tax.'),
  returns: described(ZReportSum, 'What was paid back for returns, with tax; positive.'),
  payments: described(List(ZReportPayment), 'What was paid, by method. Used gift cards are among them.'),
  paymentRefunds: described(List(ZReportRefund), 'What was paid back, by method; positive.'),
  vatGroups: described(List(ZReportVatGroup), 'What was sold, by VAT rate.'),
  vatGroupRefunds: described(List(ZReportVatGroup), 'What was taken back, by VAT rate; positive.'),
}
/** The figures that are all given or all absent (z-reports.md#register-close). */
export const zReportSalesFigures = Object.keys(salesFigures) as (keyof typeof salesFigures)[]

const figures = {
  ...salesFigures,
  cashManagement: described(CashManagement, 'The cash drawer, as counted by the client. Absent in a request: zeros.'),
  tips: described(Amount, 'Tips. Absent in a request: summed from the orders with the sales figures, else 0.'),
  giftCardsSold: described(
    Amount,
    'Gift cards that were sold. May be given only with the sales figures; absent, it is summed or 0 as these are.',
  ),
  giftCardsUsed: described(Amount, 'Gift cards that were used. For information: they are in `payments`.'),
  roundOff: described(Amount, 'Rounding; positive when the customers paid more than the sum of what they bought.'),
  deposits: Type.Optional(
    Type.Unsafe<number>({
      ...Amount,
      description: 'What customers paid beyond their orders, less what they got back of it. Absent means 0.',
    }),
  ),
  fees: reportPartField('Lines of product type `Fee`'),
  rentals: reportPartField('Lines of product type `Rental`'),
  shipping: reportPartField('Shipping and handling'),
  receivables: Type.Optional(
    described(
      List(ZReportReceivable),
      'What each order on account owes more or less: the rows with `behaviour: "invoice"` of `payments` and `paymentRefunds` by order and invoice. May be given only with the sales figures. Absent means that these rows have no invoices.',
    ),
  ),
}
const ZReportFigures = Type.Object(figures)
export type ZReportFigures = Static<typeof ZReportFigures>

export const ZReportLaterPayment = Model(
  'ZReportLaterPayment',
  { orderId: described(Key, 'The order of the payment.'), paymentId: described(Key, 'The payment.') },
  'A payment that was recorded after the report that its order is in.',
)
export type ZReportLaterPayment = Static<typeof ZReportLaterPayment>

/**
 * What registers of a store have sold since the report before (z-reports.md#register-close). A
 * `revision` above 1 replaces what was published before.
 */
export const ZReport = Model(
  'ZReport',
  {
    zReportId: described(Key, 'The id of the report; given by the system unless the close sends one.'),
    zReportNumber: described(LongInteger, 'The number of the report in its store; rises by one without gaps. Revisions keep it.'),
    revision: described(Integer, '1 for a new report; a higher one replaces what was published before.'),
    storeId: described(Key, 'The store.'),
    registerIds: described(Type.Array(Key), 'The registers that were closed.'),
    currencyCode: described(Key, 'The currency of all amounts.'),
    dateClosed: described(DateTime, 'When the registers were closed: sent by the client, else the moment of the request.'),
    created: described(DateTime, 'When the report was made. Set by the system.'),
    modified: described(DateTime, 'When its latest revision was made. Set by the system.'),
    ...figures,
    orderIds: described(Type.Array(Key), 'The completed Pos orders that are in this report and in no other.'),
    laterPayments: described(
      Type.Optional(Type.Array(ZReportLaterPayment)),
      'Payments of orders in earlier reports, such as refunds, that count in this report and in no other. Absent in old reports.',
    ),
    warnings: described(
      Type.Optional(Type.Array(Text)),
      'Given figures that differ from what the orders sum to, in sentences; the first 100. One more when a new report has a drawer, but no sales and refunds, and those that name sales which a new report cannot count: without a register, or in another currency. Absent in old reports.',
    ),
  },
  'What registers of a store have sold since the report before.',
)
export type ZReport = Static<typeof ZReport>

/**
 * A close of registers (z-reports.md#register-close). The sales figures (`zReportSalesFigures`) are
 * all given, with any of the others, or all absent: then they are summed from the orders, and only
 * `cashManagement`, `tips` and `roundOff` may be given.
 */
export const CloseZReport = InputModel(
  Model(
    'CloseZReport',
    {
      zReportId: described(
        Name,
        'The id of the report. Left out: the system gives one. The id of an earlier report with other content makes a revision of it.',
      ),
      storeId: described(Name, 'The store whose registers are closed.'),
      registerIds: described(List(Name), 'The registers that are closed; at least one, in any order.'),
      currencyCode: described(Text, "The currency of the report. By default that of the store's market."),
      dateClosed: described(DateTime, 'When the registers were closed. By default now.'),
      ...figures,
    },
    'A close of registers. The sales figures are all given or all absent; absent ones are summed from the orders.',
  ),
  ['storeId', 'registerIds'],
  'CloseZReport',
)
export type CloseZReport = Static<typeof CloseZReport>

export const ZReportQuery = Type.Object({
  storeId: described(Type.Optional(Text), 'Only reports of this store.'),
  from: described(Type.Optional(DateTime), 'Only reports closed at this moment or later.'),
  to: described(Type.Optional(DateTimeUpTo), 'Only reports closed up to this moment, which is included.'),
  page: described(
    Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_NUMBER_MAX, default: 1 })),
    'The number of the page, from 1.',
  ),
})
export type ZReportQuery = Static<typeof ZReportQuery>

/** A page of reports, the newest first. */
export const ZReportList = Model(
  'ZReportList',
  {
    totalHits: described(LongInteger, 'How many reports there are on all pages.'),
    result: described(Type.Array(ZReport), 'The reports, the newest first.'),
  },
  'A page of Z-reports.',
)
export type ZReportList = Static<typeof ZReportList>

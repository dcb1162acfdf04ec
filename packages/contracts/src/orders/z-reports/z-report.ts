import { type Static, Type } from '@sinclair/typebox'
import {
  Amount,
  AmountFromZero,
  DateTime,
  DateTimeUpTo,
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

const Count = Type.Integer({ minimum: 0, maximum: 2147483647 })
/** Longest id of a report, a store or a register. */
const NAME_MAX = 100
const Name = Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })

/** What payments carry as the name of their method, of any length. */
const MethodName = Type.String({ minLength: 1 })

/** How much, and in how many orders or payments. */
export const ZReportSum = Model('ZReportSum', { amount: AmountFromZero, count: Count })
export type ZReportSum = Static<typeof ZReportSum>

/** What was paid back by one method. */
export const ZReportRefund = Model('ZReportRefund', { name: MethodName, amount: AmountFromZero, count: Count })
export type ZReportRefund = Static<typeof ZReportRefund>

/** What was paid by one method. */
export const ZReportPayment = Model('ZReportPayment', {
  ...ZReportRefund.properties,
  behaviour: Type.Optional(
    Type.Literal('invoice', {
      description: 'Sold on account (transaction type `Invoiced`): booked as a receivable, not on the account of the method.',
    }),
  ),
})
export type ZReportPayment = Static<typeof ZReportPayment>

/** What was sold at one VAT rate, VAT included. */
export const ZReportVatGroup = Model('ZReportVatGroup', {
  vatValue: TaxRate,
  amount: AmountFromZero,
  count: Count,
})
export type ZReportVatGroup = Static<typeof ZReportVatGroup>

/**
 * The cash drawer. `cashDiff` is what was counted less what was expected; `cashFloat` is by how
 * much the float changed.
 */
export const CashManagement = Model('CashManagement', {
  cashIn: AmountFromZero,
  cashOut: AmountFromZero,
  cashCounted: Amount,
  cashExpected: Amount,
  cashDiff: Amount,
  cashBank: AmountFromZero,
  cashFloat: Amount,
})
export type CashManagement = Static<typeof CashManagement>

const salesFigures = {
  sales: ZReportSum,
  /** What was paid back for returns; refund figures are positive. */
  returns: ZReportSum,
  payments: List(ZReportPayment),
  paymentRefunds: List(ZReportRefund),
  vatGroups: List(ZReportVatGroup),
  vatGroupRefunds: List(ZReportVatGroup),
}
/** The figures that are all given or all absent (z-reports.md#register-close). */
export const zReportSalesFigures = Object.keys(salesFigures) as (keyof typeof salesFigures)[]

const figures = {
  ...salesFigures,
  cashManagement: CashManagement,
  tips: Amount,
  giftCardsSold: Amount,
  /** For information: used gift cards are among the payments. */
  giftCardsUsed: Amount,
  /** Positive when the customers paid more than the sum of what they bought. */
  roundOff: Amount,
  deposits: Type.Optional(
    Type.Unsafe<number>({
      ...Amount,
      description: 'What customers paid beyond their orders, less what they got back of it. Absent means 0.',
    }),
  ),
}
const ZReportFigures = Type.Object(figures)
export type ZReportFigures = Static<typeof ZReportFigures>

/** A payment that was recorded after the report that its order is in. */
export const ZReportLaterPayment = Model('ZReportLaterPayment', { orderId: Key, paymentId: Key })
export type ZReportLaterPayment = Static<typeof ZReportLaterPayment>

/**
 * What registers of a store have sold since the report before (z-reports.md#register-close). A
 * `revision` above 1 replaces what was published before.
 */
export const ZReport = Model('ZReport', {
  zReportId: Key,
  zReportNumber: LongInteger,
  revision: Integer,
  storeId: Key,
  registerIds: Type.Array(Key),
  currencyCode: Key,
  dateClosed: DateTime,
  created: DateTime,
  modified: DateTime,
  ...figures,
  /** The completed Pos orders that are in this report and in no other. */
  orderIds: Type.Array(Key),
  /**
   * Payments of orders in earlier reports, such as refunds, that count in this report and in no
   * other; absent in reports from before they were published.
   */
  laterPayments: Type.Optional(Type.Array(ZReportLaterPayment)),
  /**
   * Given figures that differ from what the orders sum to; absent in reports of before they were
   * compared.
   */
  warnings: Type.Optional(Type.Array(Text)),
})
export type ZReport = Static<typeof ZReport>

/**
 * A close of registers (z-reports.md#register-close). The sales figures (`zReportSalesFigures`) are
 * all given, with any of the others, or all absent: then they are summed from the orders, and only
 * `cashManagement`, `tips` and `roundOff` may be given.
 */
export const CloseZReport = InputModel(
  Model('CloseZReport', {
    zReportId: Name,
    storeId: Name,
    registerIds: List(Name),
    currencyCode: Text,
    dateClosed: DateTime,
    ...figures,
  }),
  ['storeId', 'registerIds'],
  'CloseZReport',
)
export type CloseZReport = Static<typeof CloseZReport>

export const ZReportQuery = Type.Object({
  storeId: Type.Optional(Text),
  from: Type.Optional(DateTime),
  to: Type.Optional(DateTimeUpTo),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_NUMBER_MAX, default: 1 })),
})
export type ZReportQuery = Static<typeof ZReportQuery>

/** A page of reports, the newest first. */
export const ZReportList = Model('ZReportList', { totalHits: LongInteger, result: Type.Array(ZReport) })
export type ZReportList = Static<typeof ZReportList>

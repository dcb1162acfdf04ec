/** What we do otherwise, or not at all, than the interface that existing clients speak, and why. */
export type Difference = {
  /** `different`: it is there and does or takes something else. `not offered`: it is not there. */
  kind: 'different' | 'not offered'
  why: string
}

/** By call, as in operations.ts. */
export const operationDifferences: Readonly<Record<string, Difference>> = {
  'PUT /api/Orders/Update': {
    kind: 'different',
    why: 'The last write wins as before, but the response names the versions that it overwrote (`Overwrote-Versions`), and `If-Match` prevents it.',
  },
  'GET /api/Orders/secret/{secretKey}': {
    kind: 'different',
    why: 'Needs no token, and leaves out what is the shop’s own: internal notes, errors, costs, references of payments.',
  },
}

const configured: Difference = {
  kind: 'different',
  why: 'Part of the tenant configuration (`order-types.json`), not of a call; `GET /api/Configuration` shows it.',
}

const zReport = 'Cash is counted, expected and taken to the bank as one figure each'

/** By model, or by `Model.field`. */
export const modelDifferences: Readonly<Record<string, Difference>> = {
  CommentPatch: { kind: 'not offered', why: 'No call takes it: a comment is changed with the order that has it.' },
  OrderStatus: configured,
  OrderType: configured,
  OrderWorkflowStep: configured,
  OrderWorkflowStepCondition: configured,
  'CashManagement.cashBankFinal': { kind: 'not offered', why: `${zReport}: \`cashBank\`.` },
  'CashManagement.cashPetty': { kind: 'not offered', why: `${zReport}; petty cash is \`cashOut\`.` },
  'CashManagement.cashSalesRefunds': { kind: 'not offered', why: 'Summed from the orders: `paymentRefunds`.' },
  'PaymentRefund.subPayments': { kind: 'not offered', why: 'A refund is reported by method.' },
  'VatGroup.name': { kind: 'not offered', why: 'A group is named by its rate, `vatValue`.' },
  'VatGroupRefund.name': { kind: 'not offered', why: 'A group is named by its rate, `vatValue`.' },
  'ZReportPayment.subPayments': { kind: 'not offered', why: 'A payment is reported by method.' },
}

/** Our names for models that have another name there. */
export const ourNames: Readonly<Record<string, string>> = {
  Component: 'PackageComponent',
  FacetViewModel: 'FacetGroup',
  OrderCommentRequest: 'NewComment',
  PaymentPatch: 'Payment',
  PaymentRefund: 'ZReportRefund',
  ReplacementRequestModel: 'ReplacementRequest',
  ReturnRequestModel: 'ReturnRequest',
  ShipmentLineItemsUpdateModel: 'ShipmentLinesUpdate',
  UpdateLineItemStatusPatch: 'LineStatusPatch',
  UpdateStatusPatch: 'StatusPatch',
  VatGroup: 'ZReportVatGroup',
  VatGroupRefund: 'ZReportVatGroup',
  ZReportTotal: 'ZReportSum',
}

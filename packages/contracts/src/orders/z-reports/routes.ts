import { Type } from '@sinclair/typebox'
import { described } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import { CloseZReport, ZReport, ZReportList, ZReportQuery } from './z-report.ts'

/** Reports on one page of the list (z-reports.md#report-reads). */
export const Z_REPORTS_PER_PAGE = 50
export const Z_REPORT_PAGES_MAX = 200

const tags = ['Z-reports'] as const

export const closeZReport = defineRoute({
  method: 'POST',
  url: '/api/ZReport/Close',
  operationId: 'closeZReport',
  permission: 'Till',
  summary: 'Closes registers of a store with a Z-report.',
  description:
    'Takes in the completed Pos orders of these registers (order property `RegisterId`) and currency that are in no report yet, and ' +
    'the payments that orders of earlier reports got since (`laterPayments`). `sales`, `returns`, `payments`, `paymentRefunds`, `vatGroups` ' +
    'and `vatGroupRefunds` are all given or all absent. Given, any of the other figures may be given too and is 0 otherwise. Absent, all ' +
    'figures are summed from the orders, and `cashManagement`, `tips` and `roundOff` may be given. A given figure that differs from what ' +
    'the orders sum to is named in `warnings`; the report is made all the same. `cashDiff` is `cashCounted` less `cashExpected`. The same report again returns 200 and changes nothing. ' +
    'Without `zReportId` that is a close with the given figures or `dateClosed` of the last report of these registers, when nothing was sold or refunded since. The same id with ' +
    'other content is a revision under the same number, which replaces what was booked. Without `currencyCode` that is the ' +
    "currency of the store's market, without `dateClosed` it is now.",
  tags,
  access: ['OrderAdmin'],
  body: CloseZReport,
  responses: { 201: ZReport, 200: ZReport },
})

export const previewZReport = defineRoute({
  method: 'POST',
  url: '/api/ZReport/Preview',
  operationId: 'previewZReport',
  permission: 'Till',
  summary: 'Shows what a close would report, without closing (an X-report).',
  description:
    'Takes the body of a close and returns the report that it would make at this moment, with the same errors. Nothing is kept: no number is used ' +
    'up, no order is taken in, no event is written and nothing is booked. `zReportNumber` is the one that the close would get now. Without ' +
    '`zReportId` the response has one of its own, which no report has, unless the close would return the last report again.',
  tags,
  access: ['OrderAdmin'],
  body: CloseZReport,
  responses: { 200: ZReport },
})

export const getZReport = defineRoute({
  method: 'GET',
  url: '/api/ZReport/:zReportId',
  operationId: 'getZReport',
  summary: 'Reads a Z-report.',
  description: 'Returns the newest revision of the report.',
  tags,
  access: ['OrderRead'],
  params: Type.Object({ zReportId: described(Type.String(), 'The id of the report.') }),
  responses: { 200: ZReport },
})

export const listZReports = defineRoute({
  method: 'GET',
  url: '/api/ZReport',
  operationId: 'listZReports',
  summary: `Lists Z-reports, the newest first, ${Z_REPORTS_PER_PAGE} a page.`,
  description: 'Sorted by the date of the close; reports of the same moment by their ids.',
  tags,
  access: ['OrderRead'],
  reads: 'standby',
  query: ZReportQuery,
  responses: { 200: ZReportList },
})

/** Every route of Z-reports. */
export const zReportRoutes = [closeZReport, previewZReport, getZReport, listZReports] as const

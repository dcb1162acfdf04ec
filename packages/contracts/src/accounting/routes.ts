import { Type } from '@sinclair/typebox'
import { accountingDeadLetters } from '../dead-letters/routes.ts'
import { accountingReportRoutes } from '../reports/routes.ts'
import { defineRoute, ErrorBody } from '../route.ts'
import { explainDayRoutes } from '../why/day-reasons.ts'
import { LedgerFigures, LedgerFiguresQuery } from './ledger-figures.ts'
import { LedgerLine } from './ledger-line.ts'
import { Posting } from './posting.ts'
import { PostingExportQuery } from './posting-export.ts'
import {
  LedgerLineExportQuery,
  LedgerLineSearchRequest,
  LedgerLineSearchResult,
  PostingSearchRequest,
  PostingSearchResult,
} from './search.ts'
import { TrialBalance, TrialBalanceQuery } from './trial-balance.ts'

const access = ['AccountingRead'] as const
const tags = ['Accounting'] as const
const Id = Type.String({ pattern: '\\S', description: 'must not be blank' })

export const getPosting = defineRoute({
  method: 'GET',
  url: '/api/Accounting/Postings/:id',
  operationId: 'getPosting',
  summary: 'Reads a posting. Superseded postings are found too, drafts never.',
  description:
    'Returns the head of the posting alone; its lines are read with `getPostingLines`. A draft and an unknown id are 404.',
  tags,
  access,
  params: Type.Object({ id: Id }),
  responses: { 200: Posting },
})

export const getPostingWithoutId = defineRoute({
  method: 'GET',
  url: '/api/Accounting/Postings',
  operationId: 'getPostingWithoutId',
  summary: 'Returns 400: the id of the posting is missing.',
  description: 'The address of a posting without its id. It is there so that a client whose id is empty learns of its mistake.',
  tags,
  access,
  responses: { 400: ErrorBody },
})

export const getPostingByZReport = defineRoute({
  method: 'GET',
  url: '/api/Accounting/Postings/ByZReport/:zReportId',
  operationId: 'getPostingByZReport',
  summary: 'Reads the current posting of a Z-report, never a superseded one.',
  description: 'When the report has no posting, such as one without any figures, or only superseded ones, the response is 404.',
  tags,
  access,
  params: Type.Object({ zReportId: Id }),
  responses: { 200: Posting },
})

export const getPostingByZReportWithoutId = defineRoute({
  method: 'GET',
  url: '/api/Accounting/Postings/ByZReport',
  operationId: 'getPostingByZReportWithoutId',
  summary: 'Returns 400: the id of the Z-report is missing.',
  description:
    'The address of the posting of a Z-report without the id of the report. It is there so that a client whose id is empty learns of its mistake.',
  tags,
  access,
  responses: { 400: ErrorBody },
})

export const searchPostings = defineRoute({
  method: 'POST',
  url: '/api/Accounting/Postings/Search',
  operationId: 'searchPostings',
  summary: 'Searches postings, newest posting date first.',
  description:
    'Ties go by id. Pages reach as far as 10,000 postings (`take` × `page`); `after` continues without a limit. Drafts are never found, superseded postings only with `includeSuperseded`.',
  tags,
  access,
  reads: 'standby',
  body: PostingSearchRequest,
  responses: { 200: PostingSearchResult },
})

export const getPostingLines = defineRoute({
  method: 'GET',
  url: '/api/Accounting/Postings/:id/Lines',
  operationId: 'getPostingLines',
  summary: 'Lists the ledger lines of a posting in their sequence, those of a superseded posting too.',
  description: 'All lines in one response, without pages. An unknown posting is 404.',
  tags,
  access,
  params: Type.Object({ id: Id }),
  responses: { 200: Type.Array(LedgerLine) },
})

export const getPostingLine = defineRoute({
  method: 'GET',
  url: '/api/Accounting/Postings/:postingId/Lines/:id',
  operationId: 'getPostingLine',
  summary: 'Reads one ledger line of a posting.',
  description: 'Superseded postings have their lines still. 404 when the posting does not have the line.',
  tags,
  access,
  params: Type.Object({ postingId: Id, id: Id }),
  responses: { 200: LedgerLine },
})

export const searchLedgerLines = defineRoute({
  method: 'POST',
  url: '/api/Accounting/LedgerLines/Search',
  operationId: 'searchLedgerLines',
  summary: 'Searches ledger lines over postings.',
  description: 'Sorted by posting date, posting id and line sequence by default. `sortDescending` turns the whole order around.',
  tags,
  access,
  reads: 'standby',
  body: LedgerLineSearchRequest,
  responses: { 200: LedgerLineSearchResult },
})

export const exportLedgerLines = defineRoute({
  method: 'GET',
  url: '/api/Accounting/LedgerLines/Export',
  operationId: 'exportLedgerLines',
  filesForAll: 'impersonal',
  permission: 'Export',
  audit: 'Export',
  needsConfirmation: true,
  summary: 'Exports ledger lines as a file of any length.',
  description:
    'CSV (`text/csv`, UTF-8 with a byte order mark, `;` between fields, a comma before decimals unless `decimal=point`; amounts have ' +
    'the decimals of their currency, more only where an amount has more; texts that a spreadsheet would take for a formula begin with ' +
    'an apostrophe) or newline-delimited JSON (`application/x-ndjson`, one ledger line a row). In the order of posting date, posting ' +
    'id and line sequence; the ledger as of one moment, whatever is posted while the file ' +
    'is read. A response that breaks off is not complete.',
  tags,
  access,
  reads: 'standby',
  query: LedgerLineExportQuery,
  responses: { 200: Type.String({ contentMediaType: 'text/csv', description: 'The file.' }) },
  otherTypes: ['application/x-ndjson'],
  headers: ['Content-Disposition'],
})

export const exportPostings = defineRoute({
  method: 'GET',
  url: '/api/Accounting/Postings/Export',
  operationId: 'exportPostings',
  filesForAll: 'impersonal',
  permission: 'Export',
  audit: 'Export',
  needsConfirmation: true,
  summary: 'Exports the current postings of a company as a file that an ERP imports.',
  description:
    'SIE 4I (code page 437), DATEV Buchungsstapel (Windows-1252), SAF-T Financial 1.30 (XML) or GBAT10, which Tripletex imports ' +
    '(CSV). Every posting of the period is a voucher whose number never changes, in the order of posting date and posting id. Its sums ' +
    'are those of the ledger. Nothing is exported when an account, a VAT code, an amount or a currency has no place in the file: ' +
    '409 `LedgerNotMapped` names them. A response that breaks off is not complete.',
  tags,
  access,
  reads: 'standby',
  query: PostingExportQuery,
  responses: { 200: Type.String({ contentMediaType: 'text/plain', description: 'The file.' }), 409: ErrorBody },
  otherTypes: ['text/csv', 'application/xml'],
  headers: ['Content-Disposition', 'Replaced-Characters'],
})

export const getTrialBalance = defineRoute({
  method: 'GET',
  url: '/api/Accounting/TrialBalance',
  operationId: 'getTrialBalance',
  summary: 'Sums the ledger by account, VAT code and currency.',
  description:
    'Over the postings whose date is from `from` to `to`, both included, and that belong to the store or company. `asOf` shows the ' +
    'ledger as it was known at that instant: without postings that came later, and with those that were superseded later. ' +
    '`totals` has one entry per currency; `totalDebit` and `totalCredit` are null when there are several currencies.',
  tags,
  access,
  reads: 'standby',
  query: TrialBalanceQuery,
  responses: { 200: TrialBalance },
})

export const getLedgerFigures = defineRoute({
  method: 'GET',
  url: '/api/Accounting/Figures',
  operationId: 'getLedgerFigures',
  summary: 'Sums what was sold, paid and refunded in a period.',
  description:
    'Over the current postings whose date is from `from` to `to`, both included: turnover, VAT, payments and refunds by currency, ' +
    'and payments and refunds by payment method. Orders that are not posted yet do not count: see `getSales`.',
  tags,
  access,
  reads: 'standby',
  query: LedgerFiguresQuery,
  responses: { 200: LedgerFigures },
})

/** Every route of the accounting interface. */
export const accountingRoutes = [
  getPosting,
  getPostingWithoutId,
  getPostingByZReport,
  getPostingByZReportWithoutId,
  searchPostings,
  ...explainDayRoutes,
  getPostingLines,
  getPostingLine,
  searchLedgerLines,
  exportLedgerLines,
  exportPostings,
  getTrialBalance,
  getLedgerFigures,
  ...Object.values(accountingReportRoutes),
  ...Object.values(accountingDeadLetters),
] as const

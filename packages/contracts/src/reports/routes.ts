import { Type } from '@sinclair/typebox'
import { defineRoute } from '../route.ts'
import { Report, ReportQuery, ReportResult } from './report.ts'

const Name = Type.Object({ name: Type.String({ pattern: '\\S', description: 'must not be blank' }) })
const tags = ['Reports'] as const
const runDescription =
  'The days are those of the accounting time zone of the settings. As JSON the response has the first rows; CSV (`text/csv`, UTF-8; ' +
  'texts that a spreadsheet would take for a formula begin with an apostrophe) and newline-delimited JSON (`application/x-ndjson`, one ' +
  'row a line) are files of any length, as of one moment. A response that breaks off is not complete. Without a user of reports in the ' +
  'database, and when a report takes longer than five minutes, the response is 503.'
const ran = {
  permission: 'Export',
  audit: 'Export',
  filesForAll: 'impersonal',
  tags,
  params: Name,
  query: ReportQuery,
  responses: { 200: ReportResult },
  otherTypes: ['application/x-ndjson', 'text/csv'],
  headers: ['Content-Disposition'],
} as const

export const listReports = defineRoute({
  method: 'GET',
  url: '/api/Reports',
  operationId: 'listReports',
  summary: 'Lists the reports of orders and stock, those of extensions too.',
  description: 'Each with its columns. Reports of the ledger are at `/api/Accounting/Reports`.',
  tags,
  access: ['OrderRead'],
  responses: { 200: Type.Array(Report) },
})

export const runReport = defineRoute({
  method: 'GET',
  url: '/api/Reports/:name',
  operationId: 'runReport',
  summary: 'Runs a report of orders or stock.',
  description: runDescription,
  access: ['OrderRead'],
  // It has the permission Export, which OrderRead alone has not.
  optionalRoles: ['OrderAdmin'],
  ...ran,
})

export const listAccountingReports = defineRoute({
  method: 'GET',
  url: '/api/Accounting/Reports',
  operationId: 'listAccountingReports',
  summary: 'Lists the reports of the ledger.',
  description: 'Each with its columns. Reports of orders and stock are at `/api/Reports`.',
  tags,
  access: ['AccountingRead'],
  responses: { 200: Type.Array(Report) },
})

export const runAccountingReport = defineRoute({
  method: 'GET',
  url: '/api/Accounting/Reports/:name',
  operationId: 'runAccountingReport',
  summary: 'Runs a report of the ledger.',
  description: runDescription,
  access: ['AccountingRead'],
  ...ran,
})

/** The routes of the reports of each service. */
export const reportRoutes = { list: listReports, run: runReport } as const
export const accountingReportRoutes = { list: listAccountingReports, run: runAccountingReport } as const

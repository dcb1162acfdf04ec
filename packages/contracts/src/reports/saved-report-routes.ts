import { Type } from '@sinclair/typebox'
import { described } from '../primitives.ts'
import { defineRoute, type RouteContract } from '../route.ts'
import {
  REPORT_RUNS_MAX,
  SAVED_REPORT_BYTES_MAX,
  SAVED_REPORTS_MAX,
  SavedReport,
  SavedReportRequest,
  SavedReportRun,
} from './saved-report.ts'

const base = {
  tags: ['Reports'],
  access: ['OrderAdmin'],
  permission: 'Configuration',
  optionalRoles: ['AccountingRead'],
} as const
const one = {
  ...base,
  params: Type.Object({ savedReportId: described(Type.String({ maxLength: 200 }), 'The id of the saved report.') }),
} as const
/** Whoever has figures sent may export them too, which the handler asks for. */
const writes = { audit: 'ConfigurationChange', needsConfirmation: true } as const
const rights =
  'It needs the permission `Export` too. A client that is limited to stores names `stores`, all of them its own; other saved reports are 404 for it.'

export const listSavedReports = defineRoute({
  ...base,
  method: 'GET',
  url: '/api/SavedReports',
  operationId: 'listSavedReports',
  summary: 'Lists the reports that are run by a schedule, by name.',
  description: 'Each with its newest run. A client that is limited to stores sees those that are limited to its stores.',
  responses: { 200: Type.Array(SavedReport) },
})

export const createSavedReport = defineRoute({
  ...base,
  ...writes,
  method: 'POST',
  url: '/api/SavedReports',
  operationId: 'createSavedReport',
  summary: 'Has a report run by a schedule, and sent by e-mail or put into a bucket of S3.',
  description: `There are at most ${SAVED_REPORTS_MAX}. Reports of the ledger need the role AccountingRead too. ${rights}`,
  body: SavedReportRequest,
  bodyLimit: SAVED_REPORT_BYTES_MAX,
  responses: { 201: SavedReport },
  carriesVersion: true,
})

export const getSavedReport = defineRoute({
  ...one,
  method: 'GET',
  url: '/api/SavedReports/:savedReportId',
  operationId: 'getSavedReport',
  summary: 'Reads a saved report.',
  description: 'A client that is limited to stores gets 404 for one that is not limited to its stores.',
  responses: { 200: SavedReport },
  carriesVersion: true,
})

export const replaceSavedReport = defineRoute({
  ...one,
  ...writes,
  method: 'PUT',
  url: '/api/SavedReports/:savedReportId',
  operationId: 'replaceSavedReport',
  summary: 'Changes, pauses or resumes a saved report.',
  description: `Fields that are absent get their defaults. What was missed while it was paused is not run. ${rights}`,
  body: SavedReportRequest,
  bodyLimit: SAVED_REPORT_BYTES_MAX,
  responses: { 200: SavedReport },
  carriesVersion: true,
  allowsMinimal: true,
})

export const deleteSavedReport = defineRoute({
  ...one,
  ...writes,
  method: 'DELETE',
  url: '/api/SavedReports/:savedReportId',
  operationId: 'deleteSavedReport',
  summary: 'Deletes a saved report with its runs.',
  description: `An e-mail that waits to be sent is still sent. ${rights}`,
  responses: { 204: null },
  requestHeaders: ['If-Match'],
})

export const runSavedReport = defineRoute({
  ...one,
  method: 'POST',
  url: '/api/SavedReports/:savedReportId/Run',
  operationId: 'runSavedReport',
  audit: 'Export',
  summary: 'Runs a saved report now and sends it, also when it is paused.',
  description: `It is run after the response, which has the run; while one waits to be run, that one. ${rights}`,
  responses: { 202: SavedReportRun },
})

export const listSavedReportRuns = defineRoute({
  ...one,
  method: 'GET',
  url: '/api/SavedReports/:savedReportId/Runs',
  operationId: 'listSavedReportRuns',
  summary: `Lists the last ${REPORT_RUNS_MAX} runs of a saved report, the newest first.`,
  description: 'Runs are kept for 90 days.',
  responses: { 200: Type.Array(SavedReportRun) },
})

/** Every route of saved reports. */
export const savedReportRoutes: readonly RouteContract[] = [
  listSavedReports,
  createSavedReport,
  getSavedReport,
  replaceSavedReport,
  deleteSavedReport,
  runSavedReport,
  listSavedReportRuns,
]

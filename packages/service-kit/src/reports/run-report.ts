import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import {
  type DecimalStyle,
  REPORT_ROWS_DEFAULT,
  type Report,
  type ReportQuery,
  type ReportResult,
} from '@open-oms/contracts/reports/report'
import { type Caller, storesInScope } from '../authentication/caller.ts'
import { responseStream } from '../http/response-stream.ts'
import type { RouteResponse } from '../http/route-response.ts'
import { bindReport, describeReport, type FurtherValues, isOfStores, type ReportDefinition, type ReportValues } from './report.ts'
import type { ReportDatabase, ReportRow } from './report-database.ts'
import { csvFile, ndjsonFile, type ReportFile, rowTexts } from './report-files.ts'

/** Days of a period that nobody has chosen. */
const DAYS_DEFAULT = 30
const DAY_MS = 86_400_000

export type ReportDeps = {
  now: () => Date
  reports: {
    /** Those of the service, and of extensions; to be called for each piece of work. */
    all: () => readonly ReportDefinition[]
    /** Null where no user of reports is configured. */
    database: ReportDatabase | null
    /** The zone whose days a report has. */
    timeZone: () => string
    /** Whether the configuration has a store. */
    hasStore: (storeId: string) => boolean
    /** Values of this service that SQL may ask for, by their names. */
    further: FurtherValues
  }
}

/** The reports that can be run, by their names. */
export function listReports({ reports }: Pick<ReportDeps, 'reports'>): Report[] {
  return reports
    .all()
    .map((report) => describeReport(report, reports.further))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Runs a report for a caller (reports.md#running-a-report). Raises `NotFound` for an unknown one,
 * `ValidationFailed` for a period that ends before it begins and a store that there is not,
 * `Forbidden` for a caller of some stores when it cannot be limited to them, and `Unavailable` when
 * the database is not reached, has no user of reports, or takes too long.
 */
export async function runReport(
  deps: ReportDeps,
  caller: Pick<Caller, 'storeIds'>,
  { name, query }: { name: string; query: ReportQuery },
): Promise<RouteResponse> {
  const { report, values, rows, first } = await beginReport(deps, caller, { name, query })
  const format = query.format ?? 'json'
  if (format === 'json') return { body: await firstRows(report, { first, rows }, { values, query }) }
  const file = fileForm(report, { format, decimal: query.decimal ?? 'point' })
  const body = responseStream(pieces(file, first, rows))
  // Of a response that nobody reads nothing else would end the transaction.
  body.once('close', () => void rows.return(undefined))
  const disposition = `attachment; filename="${fileName(file, { name, values })}"`
  return { headers: { 'content-type': file.contentType, 'content-disposition': disposition }, body }
}

/** What a file of a report is made of. */
export type FileQuery = Pick<ReportQuery, 'from' | 'to'> & FileForm

/**
 * Writes a report into a file, a batch at a time. Returns its name and type for others. Raises
 * `ValidationFailed` when it has more than `bytesMax`, and what running it raises.
 */
export async function writeReportFile(
  deps: ReportDeps,
  scope: Pick<Caller, 'storeIds'>,
  { name, query, path, bytesMax }: { name: string; query: FileQuery; path: string; bytesMax: number },
): Promise<{ fileName: string; contentType: string }> {
  const { report, values, rows, first } = await beginReport(deps, scope, { name, query })
  const file = fileForm(report, query)
  try {
    await pipeline(limited(pieces(file, first, rows), bytesMax), createWriteStream(path))
  } finally {
    await rows.return(undefined)
  }
  return { fileName: fileName(file, { name, values }), contentType: file.contentType }
}

async function* limited(pieces: AsyncIterable<string>, bytesMax: number): AsyncGenerator<string> {
  let length = 0
  for await (const piece of pieces) {
    length += Buffer.byteLength(piece)
    if (length > bytesMax) throw invalid('period', `has a file of more than ${bytesMax / 1024 / 1024} MiB: choose fewer days`)
    yield piece
  }
}

type FileFormat = Exclude<NonNullable<ReportQuery['format']>, 'json'>
type FileForm = { format: FileFormat; decimal?: DecimalStyle }

function fileForm({ columns }: ReportDefinition, { format, decimal }: FileForm): ReportFile {
  return format === 'csv' ? csvFile(columns, decimal ?? 'point') : ndjsonFile(columns)
}

function fileName({ extension }: ReportFile, { name, values }: { name: string; values: ReportValues }): string {
  return `${name}-${values.from}-${values.to}.${extension}`
}

/**
 * The report of that name. Raises `NotFound` for an unknown one, and `Forbidden` for a caller of
 * some stores when it cannot be limited to them.
 */
export function assertRunnable(
  { reports }: Pick<ReportDeps, 'reports'>,
  { storeIds }: Pick<Caller, 'storeIds'>,
  name: string,
): ReportDefinition {
  const report = reports.all().find((one) => one.name === name)
  if (report === undefined) throw new DomainError('NotFound', `There is no report "${name}".`)
  if (storeIds !== null && !isOfStores(report, reports.further))
    throw new DomainError('Forbidden', 'This report is of all stores, which your token does not cover.')
  return report
}

async function beginReport(
  deps: ReportDeps,
  caller: Pick<Caller, 'storeIds'>,
  { name, query }: { name: string; query: ReportQuery },
) {
  const { reports } = deps
  const report = assertRunnable(deps, caller, name)
  if (reports.database === null)
    throw new DomainError(
      'Unavailable',
      'Reports need REPORTING_DATABASE_URL, and those of the ledger on a schedule LEDGER_REPORTING_DATABASE_URL.',
    )
  const values = reportValues(deps, caller, query)
  const rows = reports.database.read(bindReport(report.sql, values, reports.further))
  // What fails does so before the response begins, unless it fails between two batches.
  const first = await rows.next()
  if (first.done) refuseUnknownStore(deps, caller, query)
  return { report, values, rows, first }
}

/**
 * Of a store without rows: one that was removed from the configuration may have some still. A store
 * of others is none for a caller that is limited to stores.
 */
function refuseUnknownStore({ reports }: ReportDeps, { storeIds }: Pick<Caller, 'storeIds'>, { storeId }: ReportQuery): void {
  if (storeId === undefined || storeId === '') return
  const isKnown = reports.hasStore(storeId) && (storeIds === null || storeIds.includes(storeId))
  if (!isKnown) throw invalid('storeId', 'is no store of the configuration')
}

type Rows = AsyncGenerator<ReportRow[]>
type First = IteratorResult<ReportRow[]>

async function* pieces(file: ReportFile, first: First, rows: Rows): AsyncGenerator<string> {
  yield file.begin + (first.done ? '' : first.value.map(file.formatRow).join(''))
  for await (const batch of rows) yield batch.map(file.formatRow).join('')
}

async function firstRows(
  { name, columns }: ReportDefinition,
  { first, rows }: { first: First; rows: Rows },
  { values, query }: { values: ReportValues; query: ReportQuery },
): Promise<ReportResult> {
  await rows.return(undefined)
  const found = first.done ? [] : first.value
  const take = query.take ?? REPORT_ROWS_DEFAULT
  return {
    name,
    from: values.from,
    to: values.to,
    timeZone: values.zone,
    columns: [...columns],
    rows: found.slice(0, take).map((row) => rowTexts(row, columns)),
    hasMore: found.length > take,
  }
}

function reportValues({ now, reports }: ReportDeps, caller: Pick<Caller, 'storeIds'>, query: ReportQuery): ReportValues {
  const zone = reports.timeZone()
  const to = query.to?.slice(0, 10) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now())
  const from = query.from?.slice(0, 10) ?? new Date(Date.parse(to) - DAYS_DEFAULT * DAY_MS).toISOString().slice(0, 10)
  if (from > to) throw invalid('to', 'must not be before from')
  const stores = storesInScope(caller, query.storeId === '' ? undefined : query.storeId)
  const further = Object.entries(reports.further).map(([name, { value }]) => [name, value(stores)])
  return { from, to, zone, stores, further: Object.fromEntries(further) }
}

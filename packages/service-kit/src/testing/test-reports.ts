import pino from 'pino'
import { openReportDatabase, type ReportDatabase } from '../reports/report-database.ts'
import type { OwnedTestDatabase, Teardown } from './test-database.ts'

/** A test database for the user of reports, closed with the test; null where it has none. */
export function testReports(t: Teardown, { reportingUrl }: Partial<OwnedTestDatabase>): ReportDatabase | null {
  if (reportingUrl === undefined) return null
  const log = pino({ level: 'silent' })
  const reports = openReportDatabase({ url: reportingUrl, log, applicationName: new URL(reportingUrl).pathname.slice(1) })
  t.teardown(() => reports.close())
  return reports
}

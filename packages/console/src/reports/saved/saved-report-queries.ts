import type { SavedReport, SavedReportRequest } from '@open-oms/client/types'
import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../../session/gateway.ts'

/** The saved reports that the person may see. */
export const savedReportsQuery = queryOptions({
  queryKey: ['saved-reports'],
  queryFn: ({ signal }) => gateway.get('/api/SavedReports', { signal }),
})

const at = ({ id, versionId }: SavedReport) => ({ params: { savedReportId: id }, ifMatch: versionId })

/** Saves a report under a key, so that a repetition saves one. */
export const createSavedReport = (body: SavedReportRequest, idempotencyKey: string) =>
  gateway.post('/api/SavedReports', { body, idempotencyKey })

/** Pauses a saved report, or resumes it. */
export const setActive = (saved: SavedReport, active: boolean) => {
  const { name, report, period, stores, format, decimal, schedule, recipients } = saved
  const { every, weekday, dayOfMonth, time } = schedule
  const days = { ...(weekday === null ? {} : { weekday }), ...(dayOfMonth === null ? {} : { dayOfMonth }) }
  const body = { name, report, period, stores, format, decimal, recipients, active, schedule: { every, time, ...days } }
  return gateway.put('/api/SavedReports/{savedReportId}', { ...at(saved), body })
}

/** Deletes a saved report. */
export const deleteSavedReport = (saved: SavedReport) => gateway.delete('/api/SavedReports/{savedReportId}', at(saved))

/** Runs a saved report now. */
export const runSavedReport = ({ id }: SavedReport) =>
  gateway.post('/api/SavedReports/{savedReportId}/Run', { params: { savedReportId: id } })

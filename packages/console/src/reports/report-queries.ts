import type { Report } from '@open-oms/client/types'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import type { ReportView } from './report-view.ts'

/** A report, and where it is run. */
export type RunnableReport = Report & { path: '/api/Reports/{name}' | '/api/Accounting/Reports/{name}' }

/** The reports that the person may run: those of orders, those of the ledger, or both. */
export function reportsQuery(may: { orders: boolean; ledger: boolean }) {
  return queryOptions({
    queryKey: ['reports', may],
    queryFn: async ({ signal }): Promise<RunnableReport[]> => {
      const [orders, ledger] = await Promise.all([
        may.orders ? gateway.get('/api/Reports', { signal }) : [],
        may.ledger ? gateway.get('/api/Accounting/Reports', { signal }) : [],
      ])
      return [
        ...orders.map((report) => ({ ...report, path: '/api/Reports/{name}' as const })),
        ...ledger.map((report) => ({ ...report, path: '/api/Accounting/Reports/{name}' as const })),
      ]
    },
  })
}

/** What a report is asked for, by the state of the page. */
export function askedQuery({ store, from, to }: ReportView) {
  return {
    ...(store === undefined ? {} : { storeId: store }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

/** The first rows of a report. */
export function reportRowsQuery({ path, name }: RunnableReport, view: ReportView) {
  return queryOptions({
    queryKey: ['reports', path, name, view],
    queryFn: ({ signal }) => gateway.get(path, { params: { name }, query: askedQuery(view), signal }),
    placeholderData: keepPreviousData,
  })
}

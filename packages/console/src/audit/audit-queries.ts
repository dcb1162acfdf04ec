import type { AuditRecord } from '@open-oms/client/types'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import type { AuditFilter } from './audit-filter.ts'

const RECORDS = 50
/** The most that the API gives at once. */
const EXPORTED_AT_ONCE = 1_000
/** More than this is for the command line, which keeps none of it in memory. */
const EXPORT_MAX = 100_000

/** The records of a filter, page by page, the newest first. Each page that is read is a record. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) => {
      const position = pageParam === null ? {} : { after: pageParam }
      return gateway.get('/api/Audit/Records', { query: { ...filter, take: RECORDS, ...position }, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Who comes back to the page has made new records by that: the list of before would move down.
    gcTime: 0,
    // To come back to the window is no search.
    refetchOnWindowFocus: false,
  })

type ExportOptions = { signal: AbortSignal; onProgress: (count: number) => void }

/** The records of a filter as JSON lines, and whether there are more than a file has. */
export async function exportAudit(filter: AuditFilter, { signal, onProgress }: ExportOptions) {
  const parts: Blob[] = []
  let count = 0
  for (let after: string | null = null; ; ) {
    const query = { ...filter, take: EXPORTED_AT_ONCE, ...(after === null ? {} : { after }) }
    const page: AuditPage = await gateway.get('/api/Audit/Records', { query, signal })
    parts.push(new Blob(page.result.map((record) => `${JSON.stringify(record)}\n`)))
    count += page.result.length
    onProgress(count)
    after = page.next
    if (after === null || count >= EXPORT_MAX)
      return { file: new Blob(parts, { type: 'application/x-ndjson' }), count, isCut: after !== null }
  }
}

type AuditPage = { result: readonly AuditRecord[]; next: string | null }

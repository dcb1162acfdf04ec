import { queryOptions } from '@tanstack/react-query'
import { keptResults, listImports } from './kept/import-store.ts'
import { inReportOrder } from './sending/row-results.ts'

/** All that is read of imports is below this key. */
export const importsKey = ['imports']

/** The mutation that keeps a new import. */
export const beginKey = [...importsKey, 'begin']

/** What the browser keeps is there without a connection too. */
const networkMode = 'always'

/** The imports of a person that this browser keeps, the newest first. */
export const importsQuery = (userName: string) =>
  queryOptions({
    queryKey: [...importsKey, 'list', userName],
    queryFn: () => listImports(userName),
    staleTime: 0,
    retry: false,
    networkMode,
  })

/**
 * What became of the rows of an import, as its report lists them; `rows` says of how many, so that
 * none is shown of an earlier part.
 */
export const reportQuery = (id: string, rows: number) =>
  queryOptions({
    queryKey: [...importsKey, 'report', id, rows],
    queryFn: async () => inReportOrder(await keptResults(id)),
    retry: false,
    networkMode,
    // A hundred thousand rows need not stay when nobody looks at them.
    gcTime: 0,
  })

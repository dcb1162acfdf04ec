import type { LedgerLineExportQuery } from '@open-oms/contracts/accounting/search'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { responseStream } from '@open-oms/service-kit/http/response-stream'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import type { Deps } from '../../deps.ts'
import { buildLineFilter, lineConditions } from '../ledger/line-filter.ts'
import { bookedUpTo, currentChainEnds, type ExportedLine, exportedLines } from './line-export-store.ts'
import { csvFormat, type LineFormat, ndjsonFormat } from './line-formats.ts'

/**
 * Exports the ledger lines that match the filters as a file of any length, by posting date, posting
 * id and line sequence (ledger.md#ledger-export). The file shows the ledger as of the moment of the
 * request. Raises what the filters raise.
 */
export async function exportLedgerLines(deps: Deps, caller: Caller, query: LedgerLineExportQuery): Promise<RouteResponse> {
  const now = deps.now()
  const filter = buildLineFilter(deps, caller, query)
  bookedUpTo(filter.ofPosting, await currentChainEnds(deps.reading), { includeSuperseded: query.includeSuperseded === true })
  const format = exportFormat(query)
  const name = `ledger-lines-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.${format.extension}`
  return {
    headers: { 'content-type': format.contentType, 'content-disposition': `attachment; filename="${name}"` },
    body: responseStream(pieces(format, exportedLines(deps.reading, lineConditions(filter)))),
  }
}

async function* pieces({ begin, formatLine }: LineFormat, reads: AsyncIterable<ExportedLine[]>): AsyncGenerator<string> {
  if (begin !== '') yield begin
  for await (const lines of reads) yield lines.map(formatLine).join('')
}

function exportFormat({ format, decimal }: LedgerLineExportQuery): LineFormat {
  return format === 'ndjson' ? ndjsonFormat : csvFormat(decimal === 'point' ? '.' : ',')
}

import type { LedgerLineExportQuery } from '@oms/contracts/accounting/search'
import type { Caller } from '@oms/service-kit/authentication/caller'
import { responseStream } from '@oms/service-kit/http/response-stream'
import type { RouteResponse } from '@oms/service-kit/http/route-response'
import type { Deps } from '../../deps.ts'
import { buildLineFilter, lineConditions } from '../ledger/line-filter.ts'
import { bookedUpTo, currentChainEnds, exportedText } from './line-export-store.ts'
import { csvText, type LineText, ndjsonText } from './line-text.ts'

type FileFormat = { extension: string; contentType: string; begin: string; lineText: LineText }

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
    body: responseStream(pieces(format.begin, exportedText(deps.reading, lineConditions(filter), format.lineText))),
  }
}

async function* pieces(begin: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  let before = begin
  for await (const text of texts) {
    yield before + text
    before = ''
  }
  if (before !== '') yield before
}

function exportFormat({ format, decimal }: LedgerLineExportQuery): FileFormat {
  return format === 'ndjson' ? ndjson : csv(decimal === 'point' ? '.' : ',')
}

/** Spreadsheets read a file as UTF-8 only when it begins with this mark. */
const BYTE_ORDER_MARK = '\ufeff'
const CSV_COLUMNS =
  'PostingDate;PostingId;LineSequence;StoreId;RegisterId;AccountNumber;AccountName;Category;Debit;Credit;CurrencyCode;VatCode;VatRate;' +
  'VatAmount;Description;ZReportNumber;Source'

function csv(decimal: ',' | '.'): FileFormat {
  return {
    extension: 'csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    begin: `${BYTE_ORDER_MARK}${CSV_COLUMNS}\r\n`,
    lineText: csvText(decimal),
  }
}

const ndjson: FileFormat = {
  extension: 'ndjson',
  contentType: 'application/x-ndjson; charset=utf-8',
  begin: '',
  lineText: ndjsonText,
}

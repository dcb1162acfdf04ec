import type { OrderExportRequest } from '@open-oms/contracts/orders/search/export'
import { collectProblems } from '@open-oms/contracts/problems'
import { csvRow } from '@open-oms/service-kit/http/csv-row'
import { type CsvColumn, csvColumns, defaultCsvColumns } from '../domain/csv-column.ts'

/** How a list of orders becomes a file. */
export type FileFormat = {
  contentType: string
  begin: string
  end: string
  /** The separator of two orders in the input of `part`; no order contains it. */
  separator: string
  /** Whether `part` reads fields that may be empty. */
  needsWhole: boolean
  /** The separator of two parts. */
  between: string
  /** A part of the file, from the JSON of some orders. */
  part(documents: string): string
}

type RequestedFile = Pick<OrderExportRequest, 'format' | 'columns' | 'bom'>

/**
 * The format of an export (orders.md#export-file). Raises `ValidationFailed` for columns that are
 * none, whatever the format.
 */
export function fileFormat({ format = 'json', columns = [], bom = false }: RequestedFile): FileFormat {
  const problems = collectProblems()
  const chosen = csvColumns(columns.length === 0 ? defaultCsvColumns : columns, problems)
  problems.throwIfAny()
  switch (format) {
    case 'json':
      return json
    case 'ndjson':
      return ndjson
    case 'csv':
      return csv(chosen, bom)
  }
}

const json: FileFormat = {
  contentType: 'application/json; charset=utf-8',
  begin: '[',
  end: ']',
  separator: ',',
  needsWhole: false,
  between: ',',
  part: (documents) => documents,
}

/** Stored orders are JSON of one line. */
const NEW_LINE = '\n'

const ndjson: FileFormat = {
  contentType: 'application/x-ndjson; charset=utf-8',
  begin: '',
  end: '',
  separator: NEW_LINE,
  needsWhole: false,
  between: '',
  part: (documents) => documents + NEW_LINE,
}

const BYTE_ORDER_MARK = '\ufeff'

function csv(columns: readonly CsvColumn[], hasMark: boolean): FileFormat {
  const toCsvRow = (document: string) => {
    const order = JSON.parse(document)
    return csvRow(columns.map((column) => column.read(order)))
  }
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    begin: (hasMark ? BYTE_ORDER_MARK : '') + csvRow(columns.map((column) => column.header)),
    end: '',
    separator: NEW_LINE,
    needsWhole: true,
    between: '',
    part: (documents) => documents.split(NEW_LINE).map(toCsvRow).join(''),
  }
}

/** What kind of thing a column holds: decides its width and alignment. */
export type ColumnKind =
  | 'location'
  | 'code'
  | 'name'
  | 'quantity'
  | 'check'
  | 'price'
  | 'discount'
  | 'rate'
  | 'amount'
  | 'date'
  | 'method'
  | 'kind'

export type DocumentColumn = { kind: ColumnKind; label: string }

export type DocumentRow = {
  /** One text per column. */
  cells: readonly string[]
  /** Small lines below the name. */
  details: readonly string[]
  /** A component below its package. */
  isIndented: boolean
  /** A sum of the rows above. */
  isStrong: boolean
}

export type DocumentTable = {
  type: 'table'
  heading: string | null
  /** Below the heading. */
  lines: readonly string[]
  columns: readonly DocumentColumn[]
  rows: readonly DocumentRow[]
  /** Instead of rows, when there are none. */
  emptyText: string
}

/** Labels with amounts, one below the other. */
export type DocumentSums = { type: 'sums'; rows: readonly { label: string; value: string; isStrong: boolean }[] }

/** A table with sums beside it, where there is room for both. */
export type DocumentPair = { type: 'pair'; table: DocumentTable; sums: DocumentSums }

/** Free text. */
export type DocumentTexts = { type: 'texts'; lines: readonly string[] }

export type DocumentBlock = DocumentTable | DocumentSums | DocumentPair | DocumentTexts

/**
 * Everything that a document shows, as text in its language: whoever draws it decides about places and letters only. Amounts are
 * exact; texts are printable (see document-text.ts).
 */
export type DocumentModel = {
  /** Language tag of the texts. */
  language: string
  title: string
  /** What the document is about, for the head of further pages: the order number. */
  subject: string
  /** When it was made, ISO. */
  created: string
  issuer: { name: string; lines: readonly string[] }
  facts: readonly { label: string; value: string }[]
  /** Drawn as Code 128 where they can be. */
  barcodes: readonly { label: string; text: string }[]
  parties: readonly { label: string; lines: readonly string[] }[]
  blocks: readonly DocumentBlock[]
  footer: string
  /** With `{page}` and `{pages}`. */
  pagePattern: string
}

export function documentRow(cells: readonly string[], more: Partial<DocumentRow> = {}): DocumentRow {
  return { cells, details: [], isIndented: false, isStrong: false, ...more }
}

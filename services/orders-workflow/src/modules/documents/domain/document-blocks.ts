/** The kind of content of a column; decides its width and alignment. */
export type ColumnKind =
  | 'location'
  | 'code'
  | 'scan'
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
  /** One text per column; a column without one at the end has no tick box either. */
  cells: readonly string[]
  /** Small lines below the name. */
  details: readonly string[]
  /** A component below its package. */
  isIndented: boolean
  /** A sum of the rows above. */
  isStrong: boolean
  /**
   * Drawn as Code 128 in the column `scan`, below its text; a document that is stored may have
   * none.
   */
  barcode?: string | undefined
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

/** A list of labels with amounts. */
export type DocumentSums = { type: 'sums'; rows: readonly { label: string; value: string; isStrong: boolean }[] }

/** A table with sums beside it, where both fit. */
export type DocumentPair = { type: 'pair'; table: DocumentTable; sums: DocumentSums }

/** Free text, below a heading where there is one. */
export type DocumentTexts = { type: 'texts'; heading?: string; lines: readonly string[] }

export type DocumentBlock = DocumentTable | DocumentSums | DocumentPair | DocumentTexts

/**
 * The content of a document as text in its language: drawing decides only positions and fonts.
 * Amounts are exact; texts are printable (see document-text.ts).
 */
export type DocumentModel = {
  /**
   * What the log calls it: its template, and the ids of its orders. Credit notes that an earlier
   * version has kept have none.
   */
  source?: { template: string; orderIds: readonly string[] }
  /** Language tag of the texts. */
  language: string
  title: string
  /** The subject of the document, for the head of further pages: the order number. */
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

/** A part of a document in its order: a block by name, or free text. */
export type LayoutItem = { block: string } | DocumentTexts

/** What a template decides about a document (templates.md#document-templates). */
export type DocumentLayout = {
  /** Null: the usual one. */
  title: string | null
  footer: string | null
  /** Other words for fixed texts. */
  labels: Readonly<Record<string, string>>
  items: readonly LayoutItem[]
}

/**
 * The blocks of a document in the order of its layout; a block that the document does not have is
 * left out.
 */
export function laidOut(
  { items }: Pick<DocumentLayout, 'items'>,
  blocks: Readonly<Record<string, () => readonly DocumentBlock[]>>,
): DocumentBlock[] {
  return items.flatMap((item) =>
    'block' in item ? (Object.hasOwn(blocks, item.block) ? (blocks[item.block]?.() ?? []) : []) : [item],
  )
}

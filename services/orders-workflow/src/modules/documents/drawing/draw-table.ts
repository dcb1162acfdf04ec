import type { ColumnKind, DocumentRow, DocumentTable } from '../domain/document-blocks.ts'
import { type Bars, code128, drawBars, QUIET_MODULES } from './barcode.ts'
import { contentWidth, grey, type PageFlow, page, ruleColor, shade, styles } from './page-flow.ts'
import type { TextStyle } from './typesetter.ts'

/** Points; the name takes the remaining width. */
const widths: Readonly<Record<Exclude<ColumnKind, 'name'>, number>> = {
  location: 74,
  code: 80,
  scan: 128,
  quantity: 54,
  check: 48,
  price: 64,
  discount: 54,
  rate: 40,
  amount: 76,
  date: 84,
  method: 120,
  kind: 84,
}
const alignedRight: ReadonlySet<ColumnKind> = new Set(['quantity', 'price', 'discount', 'rate', 'amount'])
const wrapped: ReadonlySet<ColumnKind> = new Set(['name', 'code', 'scan', 'location', 'method'])
const PADDING = { x: 4, y: 3.5 } as const
const INDENT = 10
const BOX = 9
/** The bars of a code, with their distance to the text above and the number below. */
const BARS = { height: 16, above: 2, below: 2 } as const
/** Wider bars are not easier to read. */
const MODULE_MAX = 0.8
/** Height of heading, head and first row. */
const HEADING_HEIGHT = 70

type Column = { kind: ColumnKind; label: string; x: number; width: number }

/**
 * A table without a name is as narrow as its columns, or narrower where less width is available.
 */
function layoutColumns({ columns }: DocumentTable, available: number): Column[] {
  const fixed = columns.reduce((sum, { kind }) => sum + (kind === 'name' ? 0 : widths[kind]), 0)
  const scale = Math.min(1, available / fixed)
  let x: number = page.margin
  return columns.map(({ kind, label }) => {
    const width = kind === 'name' ? available - fixed : widths[kind] * scale
    const column = { kind, label, x, width }
    x += width
    return column
  })
}

/** One row as lines of text per column, and how high it is. */
type SetRow = { cells: string[][]; details: string[]; bars: Bars | null; height: number }

function setRow(flow: PageFlow, columns: readonly Column[], row: DocumentRow): SetRow {
  const { text } = flow
  const style = row.isStrong ? styles.strong : styles.body
  const cells = columns.map(({ kind, width }, index) => {
    const cell = row.cells[index] ?? ''
    return wrapped.has(kind) ? text.wrap(cell, style, width - 2 * PADDING.x - cellIndent(kind, row)) : [cell]
  })
  const name = columns.find(({ kind }) => kind === 'name')
  const nameIndex = columns.findIndex(({ kind }) => kind === 'name')
  const limit = (name?.width ?? contentWidth) - 2 * PADDING.x - cellIndent('name', row)
  const details = row.details.flatMap((line) => text.wrap(line, styles.small, limit))
  const named = (cells[nameIndex]?.length ?? 1) * text.leading(style) + details.length * text.leading(styles.small)
  const bars = encodeBars(columns, row)
  const heights = cells.map((lines, index) => {
    const isScanned = bars !== null && columns[index]?.kind === 'scan'
    return lines.length * text.leading(style) + (isScanned ? barsHeight(flow, row, lines) : 0)
  })
  return { cells, details, bars, height: Math.max(named, ...heights) + 2 * PADDING.y }
}

function encodeBars(columns: readonly Column[], { barcode }: DocumentRow): Bars | null {
  const column = columns.find(({ kind }) => kind === 'scan')
  return column === undefined || !barcode ? null : code128(barcode, column.width)
}

/** With the number below, unless it is the text above. */
function barsHeight({ text }: PageFlow, { barcode }: DocumentRow, [first]: readonly string[]): number {
  const number = barcode === first ? 0 : text.leading(styles.small)
  return BARS.above + BARS.height + BARS.below + number
}

function cellIndent(kind: ColumnKind, { isIndented }: DocumentRow): number {
  return isIndented && kind === 'name' ? INDENT : 0
}

function drawHeader(flow: PageFlow, columns: readonly Column[]): void {
  const { pdf, text } = flow
  const height = text.leading(styles.label) + 2 * PADDING.y
  const end = columns.at(-1) as Column
  pdf.rect(page.margin, flow.y, end.x + end.width - page.margin, height).fill(shade)
  const top = flow.y + PADDING.y
  for (const column of columns) drawCell(flow, { column, lines: [column.label], style: styles.label, indent: 0, top })
  flow.y += height
}

type Cell = { column: Column; lines: readonly string[]; style: TextStyle; indent: number; top: number }

function drawCell({ text }: PageFlow, { column, lines, style, indent, top }: Cell): void {
  const align = column.kind === 'check' ? 'center' : alignedRight.has(column.kind) ? 'right' : 'left'
  const place = { x: column.x + PADDING.x + indent, width: column.width - 2 * PADDING.x - indent, align } as const
  for (const [index, line] of lines.entries()) text.line(line, style, { ...place, y: top + index * text.leading(style) })
}

function drawRow(flow: PageFlow, columns: readonly Column[], { row, set }: { row: DocumentRow; set: SetRow }): void {
  const { pdf, text } = flow
  const style = row.isStrong ? styles.strong : styles.body
  const top = flow.y + PADDING.y
  for (const [index, column] of columns.entries()) {
    const lines = set.cells[index] ?? []
    const indent = cellIndent(column.kind, row)
    drawCell(flow, { column, lines, style, indent, top })
    if (column.kind === 'check' && row.cells[index] !== undefined) drawBox(flow, column)
    if (column.kind === 'scan') drawScan(flow, column, { row, set, lines, top: top + lines.length * text.leading(style) })
    if (column.kind !== 'name') continue
    drawCell(flow, { column, lines: set.details, style: styles.small, indent, top: top + lines.length * text.leading(style) })
  }
  flow.y += set.height
  const end = columns.at(-1) as Column
  pdf
    .moveTo(page.margin, flow.y)
    .lineTo(end.x + end.width, flow.y)
    .lineWidth(0.5)
    .strokeColor(ruleColor)
    .stroke()
}

type Scan = { row: DocumentRow; set: SetRow; lines: readonly string[]; top: number }

/** The bars of a row's code below its text, with their quiet zones inside the column. */
function drawScan({ pdf, text }: PageFlow, column: Column, { row: { barcode }, set: { bars }, lines, top }: Scan): void {
  if (bars === null || !barcode) return
  const module = Math.min(MODULE_MAX, column.width / (bars.modules + 2 * QUIET_MODULES))
  const x = column.x + Math.max(PADDING.x, QUIET_MODULES * module)
  const y = top + BARS.above
  drawBars(pdf, bars, { x, y, module, height: BARS.height })
  if (barcode === lines[0]) return
  const place = { x, y: y + BARS.height + BARS.below, width: column.x + column.width - x - PADDING.x, align: 'left' } as const
  text.line(barcode, styles.small, place)
}

/** The tick box of a picker. */
function drawBox({ pdf, y }: PageFlow, { x, width }: Column): void {
  pdf
    .rect(x + (width - BOX) / 2, y + PADDING.y + 1.5, BOX, BOX)
    .lineWidth(0.7)
    .strokeColor(grey)
    .stroke()
}

/** The height of a table without page breaks. */
export function tableHeight(flow: PageFlow, table: DocumentTable, available: number): number {
  const columns = layoutColumns(table, available)
  const rows = table.rows.reduce((sum, row) => sum + setRow(flow, columns, row).height, 0)
  return HEADING_HEIGHT + rows
}

/** Draws a table; its head is repeated on every further page. */
export function drawTable(flow: PageFlow, table: DocumentTable, available: number = contentWidth): void {
  const columns = layoutColumns(table, available)
  drawHeading(flow, table)
  drawHeader(flow, columns)
  for (const row of table.rows) {
    const set = setRow(flow, columns, row)
    if (flow.ensure(set.height)) drawHeader(flow, columns)
    drawRow(flow, columns, { row, set })
  }
  if (table.rows.length === 0) {
    const place = { x: page.margin + PADDING.x, y: flow.y + PADDING.y, width: contentWidth, align: 'left' } as const
    flow.text.line(table.emptyText, styles.small, place)
    flow.y += flow.text.leading(styles.small) + 2 * PADDING.y
  }
  flow.y += 12
}

/** Keeps a heading on the page of the head and the first rows of its table. */
function drawHeading(flow: PageFlow, { heading, lines }: DocumentTable): void {
  const { text } = flow
  const set = lines.flatMap((line) => text.wrap(line, styles.small, contentWidth))
  flow.ensure(HEADING_HEIGHT + set.length * text.leading(styles.small))
  if (heading === null) return
  text.line(heading, styles.heading, { x: page.margin, y: flow.y, width: contentWidth, align: 'left' })
  flow.y += text.leading(styles.heading) + 2
  for (const line of set) {
    text.line(line, styles.small, { x: page.margin, y: flow.y, width: contentWidth, align: 'left' })
    flow.y += text.leading(styles.small)
  }
  flow.y += 2
}

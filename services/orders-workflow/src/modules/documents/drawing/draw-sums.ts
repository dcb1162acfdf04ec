import type { DocumentPair, DocumentSums, DocumentTexts } from '../domain/document-blocks.ts'
import { drawTable, tableHeight } from './draw-table.ts'
import { contentHeight, contentWidth, ink, type PageFlow, page, styles } from './page-flow.ts'

const WIDTH = 230
const VALUE_WIDTH = 110
const GAP = 3
const BETWEEN = 24

/** A list of amounts on the right; a strong one is below a line. */
export function drawSums(flow: PageFlow, { rows }: DocumentSums): void {
  const { pdf, text } = flow
  const height = text.leading(styles.body) + GAP
  // A total must not be alone on a page.
  flow.ensure(Math.min(rows.length, 12) * height)
  const x = page.margin + contentWidth - WIDTH
  for (const { label, value, isStrong } of rows) {
    flow.ensure(height)
    const style = isStrong ? styles.strong : styles.body
    if (isStrong) {
      pdf
        .moveTo(x, flow.y)
        .lineTo(x + WIDTH, flow.y)
        .lineWidth(0.7)
        .strokeColor(ink)
        .stroke()
      flow.y += GAP
    }
    text.line(label, style, { x: x + 4, y: flow.y, width: WIDTH - VALUE_WIDTH - 12, align: 'left' })
    text.line(value, style, { x: x + WIDTH - VALUE_WIDTH - 4, y: flow.y, width: VALUE_WIDTH, align: 'right' })
    flow.y += height
  }
  flow.y += 12
}

/** Table on the left and sums on the right; below one another when they do not fit on one page. */
export function drawPair(flow: PageFlow, { table, sums }: DocumentPair): void {
  const tableWidth = contentWidth - WIDTH - BETWEEN
  const height = Math.max(tableHeight(flow, table, tableWidth), sumsHeight(flow, sums))
  if (height > contentHeight) {
    drawSums(flow, sums)
    drawTable(flow, table)
    return
  }
  flow.ensure(height)
  const top = flow.y
  drawTable(flow, table, tableWidth)
  const end = flow.y
  // The sums begin beside the head of the table.
  flow.y = top + flow.text.leading(styles.heading) + 2
  drawSums(flow, sums)
  flow.y = Math.max(end, flow.y)
}

function sumsHeight({ text }: PageFlow, { rows }: DocumentSums): number {
  const strong = rows.filter(({ isStrong }) => isStrong).length
  return (rows.length + 1) * (text.leading(styles.body) + GAP) + strong * GAP
}

/** Free text; its heading stays with the first line. */
export function drawTexts(flow: PageFlow, { heading, lines }: DocumentTexts): void {
  const { text } = flow
  if (heading !== undefined) {
    flow.ensure(text.leading(styles.heading) + text.leading(styles.body))
    for (const line of text.wrap(heading, styles.heading, contentWidth)) {
      text.line(line, styles.heading, { x: page.margin, y: flow.y, width: contentWidth, align: 'left' })
      flow.y += text.leading(styles.heading)
    }
  }
  for (const line of lines.flatMap((words) => text.wrap(words, styles.body, contentWidth))) {
    flow.ensure(text.leading(styles.body))
    text.line(line, styles.body, { x: page.margin, y: flow.y, width: contentWidth, align: 'left' })
    flow.y += text.leading(styles.body)
  }
  flow.y += 12
}

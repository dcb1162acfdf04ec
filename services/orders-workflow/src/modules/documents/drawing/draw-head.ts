import { code128, drawBars, QUIET_MODULES } from './barcode.ts'
import { contentWidth, type PageFlow, page, styles } from './page-flow.ts'

const LOGO = { width: 170, height: 56 } as const
const RIGHT = { x: page.margin + 275, width: contentWidth - 275, labelWidth: 95 } as const
const LEFT_WIDTH = 265
/** Below the issuer, at the envelope window. */
const ADDRESS_TOP = 108
/** Further addresses are below the head. */
const PARTIES_BESIDE = 4
const BARCODE_HEIGHT = 32
/** Wider bars need more paper and are not easier to read. */
const MODULE_MAX = 1.1

/**
 * The head of the first page: issuer and recipient on the left, facts on the right; `logo` is a
 * data URI.
 */
export function drawHead(flow: PageFlow, logo: string | null): void {
  const top = flow.y
  const factsEnd = drawFacts(flow, top)
  const issuerEnd = drawIssuer(flow, logo, top)
  flow.y = Math.max(issuerEnd + 16, top + ADDRESS_TOP)
  drawParties(flow, { parties: flow.model.parties.slice(0, PARTIES_BESIDE), width: LEFT_WIDTH, perRow: 2 })
  // Very many addresses may have begun another page, without the facts.
  const isFirstPage = flow.pdf.bufferedPageRange().count === 1
  if (isFirstPage) flow.y = Math.max(flow.y, factsEnd + 8)
  drawParties(flow, { parties: flow.model.parties.slice(PARTIES_BESIDE), width: contentWidth, perRow: 3 })
  flow.y += 6
}

function drawIssuer({ pdf, text, model }: PageFlow, logo: string | null, top: number): number {
  const { name, lines } = model.issuer
  const width = LEFT_WIDTH - 12
  let y = top
  if (logo !== null) {
    pdf.image(logo, page.margin, y, { fit: [LOGO.width, LOGO.height] })
    y += LOGO.height + 8
  }
  const style = logo === null ? styles.name : styles.strong
  for (const line of text.wrap(name, style, width)) {
    text.line(line, style, { x: page.margin, y, width, align: 'left' })
    y += text.leading(style)
  }
  for (const line of lines.flatMap((words) => text.wrap(words, styles.small, width))) {
    text.line(line, styles.small, { x: page.margin, y, width, align: 'left' })
    y += text.leading(styles.small)
  }
  return y
}

function drawFacts(flow: PageFlow, top: number): number {
  const { text, model } = flow
  text.line(model.title, styles.title, { x: RIGHT.x, y: top, width: RIGHT.width, align: 'left' })
  let y = top + text.leading(styles.title) + 6
  for (const { label, value } of model.facts) {
    text.line(label, styles.small, { x: RIGHT.x, y: y + 1, width: RIGHT.labelWidth - 6, align: 'left' })
    const width = RIGHT.width - RIGHT.labelWidth
    for (const line of text.wrap(value, styles.body, width)) {
      text.line(line, styles.body, { x: RIGHT.x + RIGHT.labelWidth, y, width, align: 'left' })
      y += text.leading(styles.body)
    }
  }
  for (const barcode of model.barcodes) y = drawBarcode(flow, barcode, y + 8)
  return y
}

/** The bars with their text below. A text without bars is among the facts already. */
function drawBarcode({ pdf, text }: PageFlow, barcode: { label: string; text: string }, top: number): number {
  const bars = code128(barcode.text, RIGHT.width)
  if (bars === null) return top
  const module = Math.min(MODULE_MAX, RIGHT.width / (bars.modules + 2 * QUIET_MODULES))
  // The left of the page is blank: content may follow on the right only.
  drawBars(pdf, bars, { x: RIGHT.x, y: top, module, height: BARCODE_HEIGHT })
  const y = top + BARCODE_HEIGHT + 2
  const width = bars.modules * module
  text.line(`${barcode.label} ${barcode.text}`, styles.small, { x: RIGHT.x, y, width: Math.max(width, 120), align: 'left' })
  return y + text.leading(styles.small)
}

type Parties = { parties: PageFlow['model']['parties']; width: number; perRow: number }

/** Addresses side by side, in as many rows as needed. */
function drawParties(flow: PageFlow, { parties, width, perRow }: Parties): void {
  const { text } = flow
  const leading = text.leading(styles.body)
  const column = width / perRow
  for (let index = 0; index < parties.length; index += perRow) {
    const row = parties.slice(index, index + perRow).map(({ label, lines }) => ({
      label,
      lines: lines.flatMap((line) => text.wrap(line, styles.body, column - 12)),
    }))
    const height = Math.max(...row.map(({ lines }) => lines.length)) * leading + text.leading(styles.label) + 12
    flow.ensure(height)
    for (const [position, { label, lines }] of row.entries()) {
      const at = { x: page.margin + position * column, width: column - 12, align: 'left' } as const
      text.line(label, styles.label, { ...at, y: flow.y })
      const top = flow.y + text.leading(styles.label) + 2
      for (const [line, words] of lines.entries()) text.line(words, styles.body, { ...at, y: top + line * leading })
    }
    flow.y += height
  }
}

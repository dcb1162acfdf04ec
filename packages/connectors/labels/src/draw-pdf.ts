import { buffer } from 'node:stream/consumers'
import bwip from 'bwip-js/node'
import PDFDocument from 'pdfkit'
import { barcodesFor, facts, type Label } from './label.ts'

/** A label of 4 by 6 inches, the size of label printers, in points. */
const [WIDTH, HEIGHT, MARGIN] = [288, 432, 18]
/** The narrowest bar of a logistic label: 0.495 mm. */
const MODULE = 1.404
const QUIET_MODULES = 10
const BAR_HEIGHT = 90.7

/**
 * The labels of one shipment as a PDF, a page each. `font` is a TrueType or OpenType file; the
 * built-in font has the characters of Latin 1.
 */
export function drawPdf(labels: readonly Label[], font: string | null = null): Promise<Buffer> {
  const document = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: MARGIN,
    autoFirstPage: false,
    ...(font !== null && { font }),
  })
  for (const label of labels) {
    document.addPage()
    drawLabel(document, label)
  }
  document.end()
  return buffer(document as unknown as AsyncIterable<Buffer>)
}

function drawLabel(document: PDFKit.PDFDocument, label: Label): void {
  const width = WIDTH - 2 * MARGIN
  document.fontSize(8).text(label.sender.join(', '), MARGIN, MARGIN, { width, height: 20, ellipsis: true })
  document
    .moveTo(MARGIN, 40)
    .lineTo(WIDTH - MARGIN, 40)
    .stroke()
  document.fontSize(13).text(label.recipient.join('\n'), MARGIN, 48, { width, height: 100, ellipsis: true })
  document.fontSize(9).text(facts(label).join('\n'), MARGIN, 152, { width, height: 40, ellipsis: true })
  const codes = barcodesFor(label)
  for (const [index, code] of codes.entries()) drawBarcode(document, code, HEIGHT - MARGIN - (codes.length - index) * 112)
}

/** As wide as it needs, in the narrowest bars of the standard or as narrow as the label is. */
function drawBarcode(document: PDFKit.PDFDocument, code: string, top: number): void {
  const bars = widthsFor(code)
  const modules = bars.reduce((sum, bar) => sum + bar, 0)
  const module = Math.min(MODULE, WIDTH / (modules + 2 * QUIET_MODULES))
  let x = (WIDTH - modules * module) / 2
  for (const [index, bar] of bars.entries()) {
    if (index % 2 === 0) document.rect(x, top, bar * module, BAR_HEIGHT).fill('black')
    x += bar * module
  }
  document
    .fillColor('black')
    .fontSize(10)
    .text(code, MARGIN, top + BAR_HEIGHT + 3, { width: WIDTH - 2 * MARGIN, align: 'center' })
}

/**
 * The widths of the bars and gaps of a GS1-128, in modules, a bar first. Raises an error for what
 * GS1 does not allow, such as a wrong check digit.
 */
export function widthsFor(code: string): readonly number[] {
  const [symbol] = bwip.raw({ bcid: 'gs1-128', text: code }) as unknown as [{ sbs: number[] }]
  return symbol.sbs
}

import type { Bars } from './barcode.ts'
import { ink } from './page-flow.ts'

/** Where bars begin, how wide a module is and how high they are, in points. */
export type BarPlace = { x: number; y: number; module: number; height: number }

/** Draws the bars of a barcode. The quiet zones beside it are the caller's. */
export function drawBars(pdf: PDFKit.PDFDocument, { widths }: Bars, { x, y, module, height }: BarPlace): void {
  let left = x
  pdf.fillColor(ink)
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) pdf.rect(left, y, width * module, height)
    left += width * module
  }
  pdf.fill()
}

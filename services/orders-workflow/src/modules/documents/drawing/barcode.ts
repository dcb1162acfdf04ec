import bwip from 'bwip-js/node'
import { ink } from './page-flow.ts'

/** Narrowest bar that common scanners read, in points (0.19 mm). */
const MODULE_MIN = 0.54
/** Blank modules that a scanner needs on both sides. */
export const QUIET_MODULES = 10

/** More than fits on any page; the library refuses much longer texts with an error. */
const LENGTH_MAX = 100

/** The widths of the bars and gaps of a Code 128, in modules, a bar first. */
export type Bars = { widths: readonly number[]; modules: number }

/**
 * The Code 128 of a text, in the fewest bars. Null for other characters than printable ASCII, which
 * scanners misread, or for more bars than a scanner can distinguish in `width` points.
 */
export function code128(text: string, width: number): Bars | null {
  if (text.length > LENGTH_MAX || !/^[\x20-\x7e]+$/.test(text)) return null
  const [symbol] = bwip.raw({ bcid: 'code128', text }) as unknown as [{ sbs: number[] }]
  const modules = symbol.sbs.reduce((sum, bar) => sum + bar, 0)
  return (modules + 2 * QUIET_MODULES) * MODULE_MIN > width ? null : { widths: symbol.sbs, modules }
}

/** Where bars begin, how wide a module is and how high they are, in points. */
type BarPlace = { x: number; y: number; module: number; height: number }

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

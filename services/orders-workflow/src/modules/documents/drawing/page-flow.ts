import type { DocumentModel } from '../domain/document-blocks.ts'
import type { FontFamily } from './fonts.ts'
import { createTypesetter, type TextStyle, type Typesetter } from './typesetter.ts'

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 40 } as const
export const contentWidth = page.width - 2 * page.margin
const FOOTER_HEIGHT = 30
/** Only the footer is below this. */
const contentBottom = page.height - page.margin - FOOTER_HEIGHT

const CONTINUED_TOP = page.margin + 22
/** The height of the content of a page after the first. */
export const contentHeight = contentBottom - CONTINUED_TOP

export const ink = '#1a1a1a'
export const grey = '#666666'
export const ruleColor = '#d0d5dd'
export const shade = '#f2f4f7'

export const styles = {
  title: { size: 20, isBold: true, color: ink },
  name: { size: 15, isBold: true, color: ink },
  heading: { size: 10, isBold: true, color: ink },
  body: { size: 9, isBold: false, color: ink },
  strong: { size: 9, isBold: true, color: ink },
  small: { size: 8, isBold: false, color: grey },
  label: { size: 8, isBold: true, color: grey },
} as const satisfies Record<string, TextStyle>

/** The pages of a document while they are filled from top to bottom. */
export type PageFlow = {
  pdf: PDFKit.PDFDocument
  text: Typesetter
  model: DocumentModel
  /** The position of the next content. */
  y: number
  /** Begins a new page when less than `height` is left on this one; returns true then. */
  ensure(height: number): boolean
}

export function createPageFlow(pdf: PDFKit.PDFDocument, model: DocumentModel, family: FontFamily): PageFlow {
  const text = createTypesetter(pdf, family)
  const flow: PageFlow = {
    pdf,
    text,
    model,
    y: page.margin,
    ensure: (height) => {
      if (flow.y + height <= contentBottom) return false
      pdf.addPage()
      const place = { x: page.margin, y: page.margin, width: contentWidth, align: 'left' } as const
      text.line(`${model.title} · ${model.subject}`, styles.label, place)
      flow.y = CONTINUED_TOP
      return true
    },
  }
  return flow
}

/** Draws footer and page number on all pages of the document, once their number is known. */
export function finishPages({ pdf, text, model }: PageFlow): void {
  const { start, count } = pdf.bufferedPageRange()
  const y = page.height - page.margin - styles.small.size
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index)
    pdf
      .moveTo(page.margin, y - 6)
      .lineTo(page.width - page.margin, y - 6)
      .lineWidth(0.5)
      .strokeColor(ruleColor)
      .stroke()
    const number = model.pagePattern.replace('{page}', String(index + 1)).replace('{pages}', String(count))
    text.line(number, styles.small, { x: page.margin, y, width: contentWidth, align: 'right' })
    text.line(model.footer, styles.small, { x: page.margin, y, width: contentWidth - 90, align: 'left' })
  }
}

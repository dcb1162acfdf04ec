import type { FontFamily } from './fonts.ts'
import { splitGraphemes, textRuns } from './text-runs.ts'

export type TextStyle = { size: number; isBold: boolean; color: string }

export type Place = { x: number; y: number; width: number; align: 'left' | 'right' | 'center' }

export type Typesetter = {
  /** Breaks a text into lines of at most `width` points. */
  wrap(text: string, style: TextStyle, width: number): string[]
  /** Draws one line; a line that is too wide is scaled down. */
  line(text: string, style: TextStyle, place: Place): void
  /** Points from one line to the next. */
  leading(style: TextStyle): number
}

const LEADING = 1.3

/**
 * Draws text on the pages of a PDF. Lines are broken here and not by the library, so that only the
 * layout begins pages.
 */
export function createTypesetter(pdf: PDFKit.PDFDocument, family: FontFamily): Typesetter {
  for (const font of [family.regular, family.bold, ...family.fallbacks]) {
    // The types of the library do not have fonts that are open.
    pdf.registerFont(font.name, font.ofDocument() as unknown as Uint8Array)
  }

  function measureWidth(text: string, { size, isBold }: TextStyle): number {
    const widths = textRuns(text, { family, isBold }).map((run) => pdf.font(run.font.name, size).widthOfString(run.text))
    return widths.reduce((sum, width) => sum + width, 0)
  }

  function draw(text: string, { size, isBold, color }: TextStyle, { x, y }: { x: number; y: number }): void {
    pdf.fillColor(color)
    let left = x
    for (const run of textRuns(text, { family, isBold })) {
      // One baseline for all fonts: their heights differ.
      pdf.font(run.font.name, size).text(run.text, left, y + size, { lineBreak: false, baseline: 'alphabetic' })
      left += pdf.widthOfString(run.text)
    }
  }

  function line(text: string, style: TextStyle, { x, y, width, align }: Place): void {
    const natural = measureWidth(text, style)
    const size = natural <= width ? style.size : (style.size * width) / natural
    const free = Math.max(0, width - natural)
    const offset = { left: 0, center: free / 2, right: free }[align]
    draw(text, { ...style, size }, { x: x + offset, y: y + style.size - size })
  }

  return {
    line,
    wrap: (text, style, width) => breakLines(text, width, (part) => measureWidth(part, style)),
    leading: ({ size }) => size * LEADING,
  }
}

type Measure = (text: string) => number

/**
 * Breaks a text into lines of at most `limit`: at blanks, and inside wider words. No line is empty.
 */
function breakLines(text: string, limit: number, measure: Measure): string[] {
  if (measure(text) <= limit) return [text]
  const lines: string[] = []
  let current = ''
  for (const word of text.split(' ')) {
    const joined = current === '' ? word : `${current} ${word}`
    if (measure(joined) <= limit) {
      current = joined
      continue
    }
    if (current !== '') lines.push(current)
    const parts = breakWord(word, limit, measure)
    lines.push(...parts.slice(0, -1))
    current = parts.at(-1) ?? ''
  }
  return current === '' ? lines : [...lines, current]
}

/** A character wider than the line gets its own line. */
function breakWord(word: string, limit: number, measure: Measure): string[] {
  if (measure(word) <= limit) return [word]
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const grapheme of splitGraphemes(word)) {
    const width = measure(grapheme)
    if (part !== '' && used + width > limit) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += grapheme
    used += width
  }
  return [...parts, part]
}

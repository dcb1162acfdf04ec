import { barcodesFor, facts, type Label } from './label.ts'

/** Dots of a printer with 8 dots a millimetre, for a label of 4 by 6 inches. */
const [WIDTH, HEIGHT, MARGIN] = [812, 1218, 50]
const BAR_HEIGHT = 256

/** The labels of one shipment in ZPL II, one after the other. */
export function writeZpl(labels: readonly Label[]): string {
  return labels.map(oneLabel).join('')
}

function oneLabel(label: Label): string {
  const codes = barcodesFor(label)
  const bars = codes.map((code, index) => barcode(code, HEIGHT - MARGIN - (codes.length - index) * 316))
  const parts = [
    // UTF-8, and sizes that do not depend on what was printed before.
    `^XA^CI28^PW${WIDTH}^LL${HEIGHT}`,
    lines([label.sender.join(', ')], { top: MARGIN, size: 22 }),
    `^FO${MARGIN},112^GB${WIDTH - 2 * MARGIN},2,2^FS`,
    lines(label.recipient, { top: 135, size: 36 }),
    lines(facts(label), { top: 430, size: 25 }),
    ...bars,
    '^XZ\n',
  ]
  return parts.join('\n')
}

function lines(texts: readonly string[], { top, size }: { top: number; size: number }): string {
  return texts.map((text, index) => `^FO${MARGIN},${top + index * (size + 5)}^A0N,${size}${field(text)}`).join('\n')
}

/** Mode D: the printer writes FNC1 by the application identifiers in brackets. */
function barcode(code: string, top: number): string {
  return `^FO${MARGIN},${top}^BY3^BCN,${BAR_HEIGHT},Y,N,N,D${field(code)}`
}

/** In a field a caret and a tilde begin commands, and so does the mark of hexadecimal codes. */
function field(text: string): string {
  const escaped = text.replace(/[\^~_\\\p{Cc}]/gu, (character) => [...Buffer.from(character)].map(hexadecimal).join(''))
  return `^FH_^FD${escaped}^FS`
}

function hexadecimal(byte: number): string {
  return `_${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

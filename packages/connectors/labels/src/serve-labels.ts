import type { IncomingMessage, ServerResponse } from 'node:http'
import { drawPdf } from './draw-pdf.ts'
import type { Label } from './label.ts'
import { barcodesFor, facts } from './label.ts'
import type { LabelStore } from './label-store.ts'

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

const PATH = /\/([0-9a-f]{32})\/(\d{18})-(\d{1,3})\.(pdf|zpl)$/

/**
 * The labels of a shipment at the address that its booking has, as PDF and, with the other ending,
 * as ZPL (labels.md#labels). Addresses are personal data: without the token of the label there is
 * nothing.
 */
export function labelPages(store: LabelStore, { font }: { font: string | null }) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, token = '', sscc = '', count = '0', format] = PATH.exec(request.url ?? '') ?? []
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const labels = isRead && Number(count) > 0 ? await store.find(sscc, Number(count)) : null
    const own = labels?.filter((label) => label.token === token) ?? []
    if (own.length === 0) return void response.writeHead(404).end()
    const { type, content } = await written(own, { format, font })
    response
      .writeHead(200, { 'content-type': type, 'cache-control': 'private', 'x-content-type-options': 'nosniff' })
      .end(content)
  }
}

async function written(labels: readonly Label[], { format, font }: { format: string | undefined; font: string | null }) {
  if (format === 'zpl') return { type: 'x-application/zpl', content: writeZpl(labels) }
  return { type: 'application/pdf', content: await drawPdf(labels, font) }
}

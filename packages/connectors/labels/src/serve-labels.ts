import type { IncomingMessage, ServerResponse } from 'node:http'
import { drawPdf } from './draw-pdf.ts'
import type { Label } from './label.ts'
import type { LabelStore } from './label-store.ts'
import { writeZpl } from './write-zpl.ts'

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

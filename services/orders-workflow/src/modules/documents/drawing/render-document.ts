import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { DocumentModel } from '../domain/document-blocks.ts'
import type { DocumentFile, DocumentFiles } from './document-files.ts'
import { drawHead } from './draw-head.ts'
import { drawPair, drawSums, drawTexts } from './draw-sums.ts'
import { drawTable } from './draw-table.ts'
import { fontFamily, type LoadedFont, openFont } from './fonts.ts'
import { createPageFlow, finishPages } from './page-flow.ts'

export type RenderJob = { model: DocumentModel; files: DocumentFiles }

/**
 * Draws a document on A4 pages; the bytes of the PDF. It has no external references. Runs in its
 * own thread.
 */
export async function renderDocument({ model, files }: RenderJob): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: model.language,
    displayTitle: true,
    info: { Title: `${model.title} ${model.subject}`, Author: model.issuer.name, CreationDate: new Date(model.created) },
  })
  const bytes = buffer(pdf)
  const flow = createPageFlow(pdf, model, fontFamily(files.fonts.map(openedFont)))
  drawHead(flow, files.logo === null ? null : Buffer.from(files.logo.data))
  for (const block of model.blocks) {
    if (block.type === 'table') drawTable(flow, block)
    else if (block.type === 'sums') drawSums(flow, block)
    else if (block.type === 'pair') drawPair(flow, block)
    else drawTexts(flow, block)
  }
  finishPages(flow)
  pdf.end()
  return bytes
}

const opened = new Map<string, { size: number; font: LoadedFont }>()

/** Loading a large font takes longer than most documents, so it is done once. */
function openedFont({ path, data }: DocumentFile): LoadedFont {
  const known = opened.get(path)
  if (known?.size === data.length) return known.font
  const font = openFont(path, Buffer.from(data))
  opened.set(path, { size: data.length, font })
  return font
}

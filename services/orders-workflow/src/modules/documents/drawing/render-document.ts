import { buffer } from 'node:stream/consumers'
import { invariant } from '@open-oms/contracts/errors'
import PDFDocument from 'pdfkit'
import type { DocumentModel } from '../domain/document-blocks.ts'
import type { DocumentFile, DocumentFiles } from './document-files.ts'
import { drawHead } from './draw-head.ts'
import { drawPair, drawSums, drawTexts } from './draw-sums.ts'
import { drawTable } from './draw-table.ts'
import { fontFamily, type LoadedFont, openFont } from './fonts.ts'
import { createPageFlow, finishPages, type PageFlow } from './page-flow.ts'
import { missingCharacters } from './text-runs.ts'

/** A PDF, and the characters that are boxes in it because no font has them. */
export type RenderedPdf = { bytes: Uint8Array; missing: string[] }

export type RenderJob = { models: readonly DocumentModel[]; files: DocumentFiles }

/**
 * Draws documents on A4 pages, one after the other, each with page numbers of its own. The PDF has
 * no external references. Runs in its own thread.
 */
export async function renderDocument({ models, files }: RenderJob): Promise<RenderedPdf> {
  const [first] = models
  invariant(first !== undefined, 'a PDF has a document')
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: first.language,
    displayTitle: true,
    info: {
      Title: models.length === 1 ? `${first.title} ${first.subject}` : first.title,
      Author: first.issuer.name,
      CreationDate: new Date(first.created),
    },
  })
  const bytes = buffer(pdf)
  const family = fontFamily(files.fonts.map(openedFont))
  const logo = files.logo === null ? null : toDataUri(files.logo)
  for (const [index, model] of models.entries()) {
    if (index > 0) pdf.addPage()
    drawDocument(createPageFlow(pdf, model, family), logo)
    // What is finished needs no more memory, and does not count as pages of the next document.
    pdf.flushPages()
  }
  pdf.end()
  return { bytes: await bytes, missing: [...family.missing] }
}

function drawDocument(flow: PageFlow, logo: string | null): void {
  drawHead(flow, logo)
  for (const block of flow.model.blocks) {
    if (block.type === 'table') drawTable(flow, block)
    else if (block.type === 'sums') drawSums(flow, block)
    else if (block.type === 'pair') drawPair(flow, block)
    else drawTexts(flow, block)
  }
  finishPages(flow)
}

/** As a text the library knows a picture again, and stores it once for all pages. */
function toDataUri({ path, data }: DocumentFile): string {
  const type = /\.png$/i.test(path) ? 'png' : 'jpeg'
  return `data:image/${type};base64,${Buffer.from(data).toString('base64')}`
}

export type MissingJob = { text: string; files: DocumentFiles }

/** The characters of a text that no font has. Runs in the thread that draws documents. */
export function findMissingCharacters({ text, files }: MissingJob): string[] {
  return missingCharacters(text, fontFamily(files.fonts.map(openedFont)))
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

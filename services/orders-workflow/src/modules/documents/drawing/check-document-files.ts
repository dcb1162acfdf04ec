import PDFDocument from 'pdfkit'
import type { DocumentModel } from '../domain/document-blocks.ts'
import { type DocumentFile, type DocumentFiles, unusable } from './document-files.ts'
import { openFont } from './fonts.ts'
import { renderDocument } from './render-document.ts'

const LOGO_PIXELS_MAX = 4_000_000

/**
 * Checks logo and fonts: opens each, and makes a small document with all. Throws with file, path
 * and reason (configuration.md#configuration-validation). Runs in the thread that draws documents.
 */
export async function checkDocumentFiles(files: DocumentFiles): Promise<void> {
  if (files.logo !== null) open(files.logo, openLogo)
  for (const font of files.fonts) open(font, (data) => openFont(font.path, data))
  await renderDocument({ models: [trial], files })
}

function open(file: DocumentFile, opener: (data: Buffer) => unknown): void {
  try {
    opener(Buffer.from(file.data))
  } catch (error) {
    throw unusable(file, error)
  }
}

/**
 * Checks a logo: PNG or JPEG, of a size that does not slow documents down. Throws when it is
 * invalid.
 */
function openLogo(data: Buffer): void {
  const isPng = data.subarray(1, 4).toString('latin1') === 'PNG'
  const isJpeg = data[0] === 0xff && data[1] === 0xd8
  if (!isPng && !isJpeg) throw new Error('it is neither PNG nor JPEG')
  const pdf = new PDFDocument({ autoFirstPage: false })
  const { width, height } = (pdf as unknown as { openImage(data: Buffer): { width: number; height: number } }).openImage(data)
  if (!(width > 0 && height > 0)) throw new Error('it has no size')
  if (width * height > LOGO_PIXELS_MAX) throw new Error(`it has more than ${LOGO_PIXELS_MAX / 1_000_000} megapixels`)
}

/** A minimal document. */
const trial: DocumentModel = {
  language: 'en',
  title: 'Trial',
  subject: 'Trial',
  created: '2026-01-01T00:00:00.000Z',
  issuer: { name: 'Trial', lines: [] },
  facts: [],
  barcodes: [{ label: 'Trial', text: 'Trial' }],
  parties: [],
  blocks: [],
  footer: '',
  pagePattern: '{page}',
  source: { template: 'check', orderIds: [] },
}

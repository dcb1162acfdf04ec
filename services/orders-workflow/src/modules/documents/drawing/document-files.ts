import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentSettings } from '@oms/contracts/config/settings'
import PDFDocument from 'pdfkit'
import { openFont } from './fonts.ts'
import type { DocumentFiles } from './render-document.ts'

const MEBIBYTE = 1024 * 1024
const LOGO_BYTES_MAX = MEBIBYTE
const FONT_BYTES_MAX = 32 * MEBIBYTE
const LOGO_PIXELS_MAX = 4_000_000

/**
 * Reads the logo and fonts of the settings from the configuration folder, and checks them. Throws
 * with file, path and reason, as for any other invalid setting
 * (configuration.md#configuration-validation).
 */
export async function readDocumentFiles(directory: string, settings: DocumentSettings): Promise<DocumentFiles> {
  const { logo, fallbackFonts } = settings
  const read = (setting: Setting) => readSetting(directory, setting)
  const logoData =
    logo === null ? null : await read({ path: 'documents.logo', file: logo, bytesMax: LOGO_BYTES_MAX, open: openLogo })
  const fonts = fallbackFonts.map(async (file, index) => ({
    path: file,
    data: await read({
      path: `documents.fallbackFonts[${index}]`,
      file,
      bytesMax: FONT_BYTES_MAX,
      open: (data) => openFont(file, data),
    }),
  }))
  return { logo: logoData, fonts: await Promise.all(fonts) }
}

type Setting = { path: string; file: string; bytesMax: number; open: (data: Buffer) => unknown }

async function readSetting(directory: string, { path, file, bytesMax, open }: Setting): Promise<Buffer> {
  const place = join(directory, file)
  try {
    const { size } = await stat(place)
    if (size > bytesMax) throw new Error(`is larger than ${bytesMax / MEBIBYTE} MiB`)
    const data = await readFile(place)
    open(data)
    return data
  } catch (error) {
    throw new Error(`${join(directory, 'settings.json')}: ${path}: ${place} ${reasonOf(error)}`, { cause: error })
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

/** The library also throws strings. */
function reasonOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'does not exist'
  return error instanceof Error ? `cannot be used: ${error.message}` : `cannot be used: ${error}`
}

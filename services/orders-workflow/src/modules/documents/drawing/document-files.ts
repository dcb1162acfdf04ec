import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentSettings } from '@oms/contracts/config/settings'
import { openFont } from './fonts.ts'
import { openLogo } from './logo.ts'
import type { DocumentFiles } from './render-document.ts'

const MEBIBYTE = 1024 * 1024
const LOGO_BYTES_MAX = MEBIBYTE
const FONT_BYTES_MAX = 32 * MEBIBYTE

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

/** The library also throws strings. */
function reasonOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'does not exist'
  return error instanceof Error ? `cannot be used: ${error.message}` : `cannot be used: ${error}`
}

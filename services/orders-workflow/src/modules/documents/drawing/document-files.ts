import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentSettings } from '@open-oms/contracts/config/document-settings'

/** A file of the tenant that documents need. */
export type DocumentFile = {
  /** The setting that names it, for messages: `…/settings.json: documents.logo`. */
  setting: string
  path: string
  data: Uint8Array
}
export type DocumentFiles = { logo: DocumentFile | null; fonts: readonly DocumentFile[] }

const MEBIBYTE = 1024 * 1024
const LOGO_BYTES_MAX = MEBIBYTE
const FONT_BYTES_MAX = 32 * MEBIBYTE

/**
 * Reads the logo and fonts of the settings from the configuration folder. Throws with file, path
 * and reason, as for any other invalid setting (configuration.md#configuration-validation).
 */
export async function readDocumentFiles(directory: string, { logo, fallbackFonts }: DocumentSettings): Promise<DocumentFiles> {
  const read = (name: string, file: string, bytesMax: number) =>
    readDocumentFile({ setting: `${join(directory, 'settings.json')}: documents.${name}`, path: join(directory, file) }, bytesMax)
  return {
    logo: logo === null ? null : await read('logo', logo, LOGO_BYTES_MAX),
    fonts: await Promise.all(fallbackFonts.map((file, index) => read(`fallbackFonts[${index}]`, file, FONT_BYTES_MAX))),
  }
}

async function readDocumentFile(file: Omit<DocumentFile, 'data'>, bytesMax: number): Promise<DocumentFile> {
  try {
    const { size } = await stat(file.path)
    if (size > bytesMax) throw new Error(`is larger than ${bytesMax / MEBIBYTE} MiB`)
    return { ...file, data: await readFile(file.path) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error(`${file.setting}: ${file.path} does not exist`, { cause: error })
    throw unusable(file, error)
  }
}

/** The error of a file that is there. Libraries also throw strings. */
export function unusable({ setting, path }: Omit<DocumentFile, 'data'>, error: unknown): Error {
  const reason = error instanceof Error ? error.message : error
  return new Error(`${setting}: ${path} cannot be used: ${reason}`)
}

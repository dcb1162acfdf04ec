import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPoppler } from '@open-oms/local-servers/find-poppler'

/**
 * The text of each page of a PDF as poppler reads it, composed, with no-break spaces as plain ones.
 */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const poppler = await findPoppler()
  const folder = await mkdtemp(join(tmpdir(), 'oms-pdf-'))
  try {
    const file = join(folder, 'document.pdf')
    await writeFile(file, bytes)
    const text = await poppler.toText(file)
    return text
      .replace(/[\u00A0\u202F]/g, ' ')
      .split('\f')
      .slice(0, -1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

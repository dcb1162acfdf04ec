import type { KeptFile } from '@oms/service-kit/files/keep-stream'
import { readImage } from '../previews/read-image.ts'
import { detectType } from './detect-type.ts'
import { fileNameOf } from './domain/file-name.ts'
import { FileRefused } from './file-refused.ts'
import type { ReceivedFile } from './received-file.ts'

/** Types, measures and names a file that was kept, and makes its previews (4-decisions N.4, N.7). Throws `FileRefused`; the file is gone then. */
export async function identifyFile(kept: KeptFile, names: { fileName: string | null; url?: string }): Promise<ReceivedFile> {
  try {
    if (kept.length === 0) throw new FileRefused('is empty')
    const { contentType, extension } = await detectType(kept.path)
    const image = await readImage(kept.path, contentType)
    return { ...kept, ...image, contentType, fileName: fileNameOf({ ...names, extension }) }
  } catch (error) {
    await kept.discard()
    throw error
  }
}

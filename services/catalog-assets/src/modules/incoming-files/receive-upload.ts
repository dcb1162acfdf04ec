import { invalid } from '@oms/contracts/errors'
import type { Upload } from '@oms/service-kit/server/read-upload'
import { FileRefused } from './file-refused.ts'
import { identifyFile } from './identify-file.ts'
import type { ReceivedFile } from './received-file.ts'

/**
 * A file that a client sent, as one that can be stored; `fileName` is that of the query, which goes before that of the form (4-decisions N.4).
 * Errors: `ValidationFailed` at `file` for more than 50 megapixels and for a broken image.
 */
export async function receiveUpload(upload: Upload, fileName: string | null): Promise<ReceivedFile> {
  try {
    return await identifyFile(upload, { fileName: fileName || upload.fileName })
  } catch (error) {
    throw error instanceof FileRefused ? invalid('file', error.message) : error
  }
}

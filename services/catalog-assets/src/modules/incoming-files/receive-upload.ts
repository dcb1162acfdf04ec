import { invalid } from '@open-oms/contracts/errors'
import type { Upload } from '@open-oms/service-kit/input/read-form'
import { identifyFile, type ReceivedFile } from './identify-file.ts'

/**
 * A file that a client sent, as one that can be stored; `fileName` is that of the query, which goes
 * before that of the form (assets.md#file-names). Raises `ValidationFailed` at `file` for more than
 * 50 megapixels.
 */
export async function receiveUpload(upload: Upload, fileName: string | null): Promise<ReceivedFile> {
  const file = await identifyFile(upload, { fileName: fileName || upload.fileName })
  if ('refused' in file) throw invalid('file', file.refused)
  return file
}

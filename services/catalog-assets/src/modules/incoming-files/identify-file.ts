import type { KeptFile } from '@open-oms/service-kit/files/keep-stream'
import type { ImageFacts, Refusal } from '../previews/read-image.ts'
import { resolveFileName } from './domain/file-name.ts'

/**
 * A file that came in by download or upload: checked, typed by its content, in a temporary folder
 * until `discard` (assets.md#file-types).
 */
export type ReceivedFile = KeptFile &
  ImageFacts & {
    /** By the content, never by what the sender declared. */
    contentType: string
    /**
     * As it was sent, else the last segment of the address, else by the type
     * (assets.md#file-names); made safe, never a path.
     */
    fileName: string
  }

type Names = { fileName: string | null; url?: string }

/**
 * Types, measures and names a file that was kept, and makes its previews (assets.md#file-names,
 * assets.md#file-types). A file that is refused is removed.
 */
export async function identifyFile(kept: KeptFile, names: Names): Promise<ReceivedFile | Refusal> {
  try {
    const file = await identify(kept, names)
    if ('refused' in file) await kept.discard()
    return file
  } catch (error) {
    await kept.discard()
    throw error
  }
}

async function identify(kept: KeptFile, names: Names): Promise<ReceivedFile | Refusal> {
  if (kept.length === 0) return { refused: 'is empty' }
  // Loaded with the first file: what reads files is half of what the service loads.
  const [{ detectType }, { readImage }] = await Promise.all([import('./detect-type.ts'), import('../previews/read-image.ts')])
  const { contentType, extension } = await detectType(kept.path)
  const image = await readImage(kept.path, contentType)
  return 'refused' in image ? image : { ...kept, ...image, contentType, fileName: resolveFileName({ ...names, extension }) }
}

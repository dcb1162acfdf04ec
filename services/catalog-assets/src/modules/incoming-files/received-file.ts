import type { KeptFile } from '@oms/service-kit/files/keep-stream'
import type { ImageFacts } from '../previews/read-image.ts'

/** A file that came in by download or upload: checked, typed by its content, in a temporary folder until `discard` (4-decisions N.7). */
export type ReceivedFile = KeptFile &
  ImageFacts & {
    /** By the content, never by what was claimed. */
    contentType: string
    /** As it was sent, else the last segment of the address, else by the type (4-decisions N.4); made safe, never a path. */
    fileName: string
  }

import { createPolicy } from '../../shell/trusted-policy.ts'
import { formats } from './barcode-formats.ts'
import workerUrl from './barcode-worker.ts?worker&url'

/** Reads the barcode of what a camera sees; null where there is none. */
export type BarcodeReader = { read: (video: HTMLVideoElement) => Promise<string | null>; close: () => void }

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Wide enough for the bars of a label that fills half of the picture. */
const WIDTH_MAX = 1_280

/** Gives out the address of this worker alone. */
const policy = createPolicy('barcode-worker', { createScriptURL: (url) => (url === workerUrl ? url : null) })

/** That of the browser where it reads the barcodes of goods, else one of our own. */
export async function createBarcodeReader(): Promise<BarcodeReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  const wanted = formats.map(({ native }) => native).filter((format) => known.includes(format))
  if (BarcodeDetector === undefined || !wanted.includes('ean_13')) return workerReader()
  const detector = new BarcodeDetector({ formats: wanted })
  return { read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null, close: () => undefined }
}

function workerReader(): BarcodeReader {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const read = async (video: HTMLVideoElement): Promise<string | null> => {
    const scale = Math.min(1, WIDTH_MAX / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (context === null || canvas.width === 0 || canvas.height === 0) return null
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const picture = context.getImageData(0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<{ code?: string | null; failure?: string }>) =>
        data.failure === undefined ? resolve(data.code ?? null) : reject(new Error(data.failure))
      worker.onerror = ({ message }) => reject(new Error(message || 'The reader of barcodes cannot be loaded.'))
      worker.postMessage(picture, [picture.data.buffer])
    })
  }
  return { read, close: () => worker.terminate() }
}

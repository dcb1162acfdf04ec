/**
 * Reads barcodes from pictures, in a worker: it compiles WebAssembly, which the policy of the page
 * does not allow.
 */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { formats } from './barcode-formats.ts'

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

globalThis.addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  try {
    const found = await readBarcodes(data, { formats: formats.map(({ zxing }) => zxing), maxNumberOfSymbols: 1 })
    globalThis.postMessage({ code: found.find(({ isValid }) => isValid)?.text ?? null })
  } catch (error) {
    globalThis.postMessage({ failure: String(error) })
  }
})

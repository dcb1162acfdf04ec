import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { System } from '@oms/system/start/start-system'
import type { Figure } from '../figures.ts'
import { residentMebibytes } from '../resident-memory.ts'
import { noisePng } from '../samples/noise-png.ts'
import { photoFiles } from '../samples/photo-files.ts'
import { type Session, send } from '../session.ts'

const PHOTOS = 200
const NOISE_IMAGES = 40
const NOISE_EDGE = 590
const SAMPLE_MS = 20

type ImportResult = { rate: number; memoryGrowth: number }

/**
 * Importing pictures as shops have them, and the worst that images of their length can be, from a
 * server on this machine.
 */
export async function importFigures(system: System, session: Session): Promise<Figure[]> {
  const importing = { session, pid: system.services['catalog-assets'].pid }
  const photos = await importImages(importing, 'photo', await photoFiles(PHOTOS))
  const noise = await importImages(
    importing,
    'noise',
    Array.from({ length: NOISE_IMAGES }, () => noisePng(NOISE_EDGE)),
  )
  return [
    { name: `import of ${PHOTOS} images of 1 MiB, with previews`, product: photos.rate, unit: '1/s', valueMin: 20 },
    { name: 'growth of resident memory while importing', product: photos.memoryGrowth, unit: 'MiB', valueMax: 150 },
    { name: `import of ${NOISE_IMAGES} PNG of 1 MiB of noise, the worst case`, product: noise.rate, unit: '1/s' },
  ]
}

async function importImages(
  { session, pid }: { session: Session; pid: number | undefined },
  kind: string,
  images: readonly Buffer[],
): Promise<ImportResult> {
  const origin = createServer((request, response) => response.end(images[Number(request.url?.slice(1))]))
  origin.listen(0, '127.0.0.1')
  await once(origin, 'listening')
  const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`
  await send(session, 'POST', '/api/products', { productId: kind })
  const add = (list: { assetId: string; externalUrl: string }[]) =>
    send(session, 'POST', `/api/products/Assets/AddAssets/${kind}`, list)
  // Compiles and loads what any first import would.
  await add([{ assetId: `${kind}-warm-up`, externalUrl: `${url}/0` }])
  const before = residentMebibytes(pid)
  let highest = before
  const sampling = setInterval(() => {
    highest = Math.max(highest, residentMebibytes(pid))
  }, SAMPLE_MS)
  const start = performance.now()
  await add(images.map((_, index) => ({ assetId: `${kind}-${index}`, externalUrl: `${url}/${index}` })))
  const seconds = (performance.now() - start) / 1_000
  clearInterval(sampling)
  origin.closeAllConnections()
  origin.close()
  return { rate: images.length / seconds, memoryGrowth: highest - before }
}

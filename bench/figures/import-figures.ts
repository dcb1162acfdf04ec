import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import type { System } from '@open-oms/system/start/start-system'
import type { Figure } from '../figures.ts'
import { residentMebibytes } from '../resident-memory.ts'
import { photoFiles } from '../samples/photo-files.ts'
import { type Session, send } from '../session.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const [BITS, RGB] = [8, 2]

/**
 * A PNG of random colours, no two alike; 590 pixels wide and high it has about 1 MiB, because noise
 * does not compress.
 */
function noisePng(edge: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header.set([BITS, RGB], 8)
  // Each row begins with its filter: none.
  const rows = Buffer.concat(Array.from({ length: edge }, () => Buffer.concat([Buffer.alloc(1), randomBytes(edge * 3)])))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

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

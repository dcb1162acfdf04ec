import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { System } from '../tools/start/start-system.ts'
import type { Figure } from './figures.ts'
import { inTurns } from './in-turns.ts'
import { requestsPerSecond } from './load.ts'
import { noisePng } from './noise-png.ts'
import { residentMebibytes } from './resident-memory.ts'
import { type Session, send } from './session.ts'

const IMAGES = 200
const SERVED_BYTES = 10 * 1024 * 1024
const SECONDS = 5
const SAMPLE_MS = 20

/** Importing images from a server on this machine, and serving a large file beside a bare read stream of the same bytes. */
export async function assetFigures(system: System, session: Session): Promise<Figure[]> {
  await send(session, 'POST', '/api/products', { productId: 'bench-assets' })
  const imported = await importImages(system, session)
  return [
    { name: `import of ${IMAGES} images of 1 MiB, with previews`, product: imported.rate, unit: '1/s', valueMin: 20 },
    { name: 'growth of resident memory while importing', product: imported.memoryGrowth, unit: 'MiB', valueMax: 150 },
    await serveFigure(session),
  ]
}

async function importImages(system: System, session: Session): Promise<{ rate: number; memoryGrowth: number }> {
  const images = Array.from({ length: IMAGES }, () => noisePng(590))
  const origin = createServer((request, response) => response.end(images[Number(request.url?.slice(1))]))
  origin.listen(0, '127.0.0.1')
  await once(origin, 'listening')
  const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`
  const { pid } = system.services['catalog-assets']
  // Compiles and loads what any first import would.
  await send(session, 'POST', '/api/products/Assets/AddAssets/bench-assets', [{ assetId: 'warm-up', externalUrl: `${url}/0` }])
  const before = residentMebibytes(pid)
  let highest = before
  const sampling = setInterval(() => {
    highest = Math.max(highest, residentMebibytes(pid))
  }, SAMPLE_MS)
  const start = performance.now()
  const list = images.map((_, place) => ({ assetId: `image-${place}`, externalUrl: `${url}/${place}` }))
  await send(session, 'POST', '/api/products/Assets/AddAssets/bench-assets', list)
  const seconds = (performance.now() - start) / 1_000
  clearInterval(sampling)
  origin.closeAllConnections()
  origin.close()
  return { rate: IMAGES / seconds, memoryGrowth: highest - before }
}

async function serveFigure(session: Session): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-bench-file-'))
  const content = randomBytes(SERVED_BYTES)
  const file = join(folder, 'served.bin')
  await writeFile(file, content)
  const uploaded = await fetch(`${session.url}/api/products/Assets/AddAsset/bench-assets?fileName=served.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/octet-stream' },
    body: content,
  })
  const { url } = (await uploaded.json()) as { url: string }
  const { pathname, search } = new URL(url)
  const floor = spawn(process.execPath, [join(import.meta.dirname, 'file-floor-server.ts')], {
    env: { PATH: process.env.PATH, FLOOR_FILE: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [address] = await once(floor.stdout, 'data')
    const get = (url: string) => () => requestsPerSecond({ url, method: 'GET', seconds: SECONDS })
    const rates = await inTurns({ floor: get(String(address).trim()), product: get(session.url + pathname + search) })
    return { name: 'serve a file of 10 MiB, direct', floor: rates.floor, product: rates.product, unit: '1/s', ratioMin: 0.6 }
  } finally {
    floor.kill('SIGTERM')
    await once(floor, 'exit')
    await rm(folder, { recursive: true })
  }
}

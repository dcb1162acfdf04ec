import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceSession } from '@open-oms/system/service-session'
import type { System } from '@open-oms/system/start/start-system'
import { alternate } from './alternate.ts'
import { importFigures } from './figures/import-figures.ts'
import { productReadFigure } from './figures/product-read-figure.ts'
import { productSearchFigures } from './figures/product-search-figures.ts'
import type { Figure } from './figures.ts'
import { requestsPerSecond } from './load.ts'
import { growProductsTo } from './samples/many-products.ts'
import { type Session, send } from './session.ts'

const SERVED_BYTES = 10 * 1024 * 1024
const SECONDS = 5

/**
 * Importing images from a server on this machine, and serving a large file beside a bare read
 * stream of the same bytes.
 */
async function assetFigures(system: System, session: Session): Promise<Figure[]> {
  await send(session, 'POST', '/api/products', { productId: 'bench-assets' })
  return [...(await importFigures(system, session)), await serveFigure(session)]
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
  const baseline = spawn(process.execPath, [join(import.meta.dirname, '../baselines/file-baseline-server.ts')], {
    env: { PATH: process.env.PATH, BASELINE_FILE: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [address] = await once(baseline.stdout, 'data')
    const get = (url: string) => () => requestsPerSecond({ url, method: 'GET', seconds: SECONDS })
    const rates = await alternate({ baseline: get(String(address).trim()), product: get(session.url + pathname + search) })
    return {
      name: 'serve a file of 10 MiB, direct',
      baseline: rates.baseline,
      product: rates.product,
      unit: '1/s',
      ratioMin: 0.6,
    }
  } finally {
    baseline.kill('SIGTERM')
    await once(baseline, 'exit')
    await rm(folder, { recursive: true })
  }
}

const PRODUCTS = 200_000

/**
 * The figures of the catalogue: reading products, importing and serving files, and searching very
 * many of them.
 */
export async function catalog(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'catalog-assets')
  const read = await productReadFigure(system, session)
  const assets = await assetFigures(system, session)
  await growProductsTo(PRODUCTS, system, session)
  return [read, ...assets, ...(await productSearchFigures(PRODUCTS, system, session))]
}

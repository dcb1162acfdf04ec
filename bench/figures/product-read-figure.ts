import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { System } from '@open-oms/system/start/start-system'
import { alternate } from '../alternate.ts'
import type { Figure } from '../figures.ts'
import { requestsPerSecond } from '../load.ts'
import { type Session, send } from '../session.ts'

const SECONDS = 5
const PRODUCTS = 1_000

/** Products like those of a shop: a text, two variants, some properties. */
function readProduct(index: number): Record<string, unknown> {
  const productId = `read-${index}`
  return {
    productId,
    name: `Coffee machine ${index}`,
    description: 'Grinds and brews a cup in under a minute, and cleans itself. '.repeat(6),
    brand: 'Granberg',
    price: 1999,
    taxGroupCode: 'NO-25',
    gtins: ['7041234567890'],
    variants: ['black', 'steel'].map((name) => ({ skuId: `${productId}-${name}`, name, price: 1999 })),
    properties: Array.from({ length: 8 }, (_, at) => ({ key: `property-${at}`, value: 'a value of some words' })),
  }
}

/**
 * Reading a product by its id, beside a bare Fastify route that reads the same stored text from the
 * same table.
 */
export async function productReadFigure(system: System, session: Session): Promise<Figure> {
  for (let index = 0; index < PRODUCTS; index++) await send(session, 'POST', '/api/products', readProduct(index))
  const baseline = spawn(process.execPath, [join(import.meta.dirname, '../baselines/product-baseline-server.ts')], {
    env: { PATH: process.env.PATH, DATABASE_URL: system.adminUrls['catalog-assets'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [address] = await once(baseline.stdout, 'data')
    let index = 0
    const get = (url: string) => () =>
      requestsPerSecond({
        url,
        method: 'GET',
        headers: { authorization: `Bearer ${session.token}` },
        nextPath: () => `/api/products/read-${index++ % PRODUCTS}`,
        seconds: SECONDS,
      })
    const rates = await alternate({ baseline: get(String(address).trim()), product: get(session.url) })
    return { name: 'read a product, direct', baseline: rates.baseline, product: rates.product, unit: '1/s', ratioMin: 0.5 }
  } finally {
    baseline.kill('SIGTERM')
    await once(baseline, 'exit')
  }
}

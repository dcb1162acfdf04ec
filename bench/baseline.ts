import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { migrateService } from '@oms/service-kit/database/migrate'

export type Floor = { url: string; stop(): Promise<void> }

export type FloorOptions = {
  /** The server of the floor, a file of this folder. */
  script: 'baseline-server.ts' | 'workflow-baseline-server.ts'
  productDatabaseUrl: string
  /** The product's order whose rows the floor writes. */
  orderId: string
  /** The envelopes of the events that the floor writes with them, as a JSON list. */
  events: string
}

/**
 * Starts a floor server on a database of its own with the product's tables; it writes the rows of one of the product's orders
 * again and again. In the product's database its events would be the relay's work.
 */
export async function startFloor({ script, productDatabaseUrl, orderId, events }: FloorOptions): Promise<Floor> {
  const url = new URL(productDatabaseUrl)
  url.pathname = `/bench_${script.replace(/-server\.ts$/, '').replaceAll('-', '_')}`
  await migrateService(url.href, join(import.meta.dirname, '..', 'services', 'orders-workflow', 'prisma', 'migrations'))
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url.href,
      SAMPLE_DATABASE_URL: productDatabaseUrl,
      SAMPLE_ORDER_ID: orderId,
      SAMPLE_EVENTS: events,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${script} ended with code ${code} before it listened.`)
  })
  const [address] = await Promise.race([once(child.stdout, 'data'), failed])
  failed.catch(() => undefined)
  return {
    url: String(address).trim(),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

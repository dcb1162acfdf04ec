import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { migrateService } from '@oms/service-kit/database/migrate'

export type Floor = { url: string; stop(): Promise<void> }

export type FloorOptions = { productDatabaseUrl: string; orderId: string; events: string }

/**
 * Starts the floor server on a database of its own with the product's tables; it writes the rows of one of the product's orders
 * again and again. In the product's database its events would be the relay's work.
 */
export async function startFloor({ productDatabaseUrl, orderId, events }: FloorOptions): Promise<Floor> {
  const url = new URL(productDatabaseUrl)
  url.pathname = '/bench_floor'
  await migrateService(url.href, join(import.meta.dirname, '..', 'services', 'orders-workflow', 'prisma', 'migrations'))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'floor-server.ts')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url.href,
      SAMPLE_DATABASE_URL: productDatabaseUrl,
      SAMPLE_ORDER_ID: orderId,
      SAMPLE_EVENTS: events,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = await once(child.stdout, 'data')
  return {
    url: String(address).trim(),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { migrateService } from '@open-oms/service-kit/database/migrate'

export type Baseline = { url: string; stop(): Promise<void> }

export type BaselineOptions = {
  /** The server of the baseline, a file of the folder `baselines`. */
  script: 'baseline-server.ts' | 'workflow-baseline-server.ts' | 'new-order-baseline-server.ts'
  productDatabaseUrl: string
  /** The product's order whose rows the baseline writes. */
  orderId: string
  /** The envelopes of the events that the baseline writes with them, as a JSON list. */
  events: string
}

/**
 * Starts a baseline server on a database of its own with the product's tables; it writes the rows
 * of one of the product's orders again and again. In the product's database its events would be the
 * relay's work.
 */
export async function startBaseline({ script, productDatabaseUrl, orderId, events }: BaselineOptions): Promise<Baseline> {
  const url = new URL(productDatabaseUrl)
  url.pathname = `/bench_${script.replace(/-server\.ts$/, '').replaceAll('-', '_')}`
  await migrateService(url.href, join(import.meta.dirname, '..', 'services', 'orders-workflow', 'prisma', 'migrations'))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'baselines', script)], {
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

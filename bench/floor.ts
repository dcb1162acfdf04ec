import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Floor = { url: string; stop(): Promise<void> }

/** Starts the floor server on a database, with an order in it whose rows it writes again and again. */
export async function startFloor(databaseUrl: string, sample: { orderId: string; events: string }): Promise<Floor> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'floor-server.ts')], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, SAMPLE_ORDER_ID: sample.orderId, SAMPLE_EVENTS: sample.events },
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

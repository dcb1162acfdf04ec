import { parentPort } from 'node:worker_threads'

/** Some seeds from a first one on, with a fault of what the code stands on. */
export type SeedBlock = { first: number; count: number; planted?: string | undefined }

/** What a seed has found, or null. */
type Simulate<Planted> = (seed: number, planted?: Planted) => Promise<string | null>

/**
 * Simulates, in a thread of its own, the seeds that it is sent; in the one that runs the tests each
 * promise would cost several times as much.
 */
export function serveSeeds<Planted>(simulate: Simulate<Planted>, plantedFaults: Readonly<Record<string, Planted>>): void {
  // Where an error came from costs more than the step that it ends.
  Error.stackTraceLimit = 0
  parentPort?.on('message', async ({ first, count, planted }: SeedBlock) => {
    const runs = Array.from({ length: count }, async (_, index) => {
      const found = await simulate(first + index, planted === undefined ? undefined : plantedFaults[planted])
      return found === null ? [] : [`seed ${first + index}: ${found}`]
    })
    parentPort?.postMessage((await Promise.all(runs)).flat())
  })
}

// A thread that simulates seeds; in the one that runs the tests each promise would cost several
// times as much.
import { parentPort } from 'node:worker_threads'
import { type PlantedFault, plantedFaults } from './planted-faults.ts'
import { simulateDelivery } from './simulated-delivery.ts'

/** Some seeds from a first one on, with a fault of what the code stands on. */
export type SeedBlock = { first: number; count: number; planted?: PlantedFault | undefined }

// Where an error came from costs more than the step that it ends.
Error.stackTraceLimit = 0

parentPort?.on('message', async ({ first, count, planted }: SeedBlock) => {
  const faults = planted === undefined ? {} : plantedFaults[planted]
  const runs = Array.from({ length: count }, async (_, index) => {
    const found = await simulateDelivery(first + index, faults)
    return found === null ? [] : [`seed ${first + index}: ${found}`]
  })
  parentPort?.postMessage((await Promise.all(runs)).flat())
})

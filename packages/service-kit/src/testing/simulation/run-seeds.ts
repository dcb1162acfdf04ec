import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SeedBlock } from './serve-seeds.ts'

/** Seeds that one thread simulates at the same time. */
const TOGETHER = 10

export type SeedRunner<PlantedFault extends string> = {
  /** What the first seeds that find something have found; empty when none of so many does. */
  findings(seeds: number, planted?: PlantedFault): Promise<string[]>
  stop(): Promise<unknown>
}

/** Simulates in threads of their own, which `script` serves seeds in. */
export function startSeedRunner<PlantedFault extends string>(script: URL, threads: number): SeedRunner<PlantedFault> {
  const workers = Array.from({ length: threads }, () => new Worker(script, { execArgv: ['--conditions=development'] }))
  return {
    findings: async (seeds, planted) => {
      const found: string[] = []
      let first = 1
      const work = async (worker: Worker) => {
        while (first <= seeds && found.length === 0) {
          const block: SeedBlock = { first, count: Math.min(TOGETHER, seeds - first + 1), planted }
          first += TOGETHER
          worker.postMessage(block)
          found.push(...((await once(worker, 'message')) as [string[]])[0])
        }
      }
      await Promise.all(workers.map(work))
      return found
    },
    stop: () => Promise.all(workers.map((worker) => worker.terminate())),
  }
}

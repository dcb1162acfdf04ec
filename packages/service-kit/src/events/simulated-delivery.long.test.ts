// As simulated-delivery.test.ts, with as many seeds as two processors simulate in two minutes.
import t from 'tap'
import type { PlantedFault } from '../testing/simulation/planted-faults.ts'
import { startSeedRunner } from '../testing/simulation/run-seeds.ts'

const runner = startSeedRunner<PlantedFault>(new URL('../testing/simulation/delivery-worker.ts', import.meta.url), 2)
t.teardown(() => runner.stop())

t.test('given 100,000 interleavings, when all faults are over, then nothing is lost, done twice or out of order', async (t) => {
  t.same(await runner.findings(100_000), [])
})

// As simulated-runs.test.ts, with many seeds.
import { startSeedRunner } from '@open-oms/service-kit/testing/simulation/run-seeds'
import t from 'tap'
import type { PlantedRunFault } from '../../../testing/workflow/simulation/planted-run-faults.ts'

const script = new URL('../../../testing/workflow/simulation/runs-worker.ts', import.meta.url)
const runner = startSeedRunner<PlantedRunFault>(script, 2)
t.teardown(() => runner.stop())

t.test('given 5,000 interleavings, when all faults are over, then each step has ended once, in its order', async (t) => {
  t.same(await runner.findings(5_000), [])
})

t.test('given calls that are opened for a version that is no more, then a seed finds it', async (t) => {
  t.match(await runner.findings(500, 'a call is opened for a version that is no more'), [
    /is called for a version that is no more/,
  ])
})

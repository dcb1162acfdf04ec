// Commands, runs and their resumption by three processes against a simulated database, scheduler
// and receiver, with an interleaving for each seed (docs/explanation/simulation.md).
import { startSeedRunner } from '@open-oms/service-kit/testing/simulation/run-seeds'
import t from 'tap'
import type { PlantedRunFault } from '../../../testing/workflow/simulation/planted-run-faults.ts'
import { holdsByToken } from '../../../testing/workflow/simulation/run-rows-simulated.ts'
import { simulateRuns } from '../../../testing/workflow/simulation/simulated-runs.ts'

const script = new URL('../../../testing/workflow/simulation/runs-worker.ts', import.meta.url)
const runner = startSeedRunner<PlantedRunFault>(script, 1)
t.teardown(() => runner.stop())

t.test('given any interleaving with crashes, when all are over, then each step has ended once, in its order', async (t) => {
  t.same(await runner.findings(20), [])
})

t.test('given runs without a fencing token, when a silent process continues, then a seed finds it', async (t) => {
  const planted = 'who was silent continues a run beside the one that has taken it over'
  t.match(await runner.findings(200, planted), [/out of order|two results of a step/])
})

t.test('given an order with two calls at a time, then a seed finds it', async (t) => {
  t.match(await runner.findings(200, 'an order may have two calls at a time'), [/two calls of order O-1 are open/])
})

t.test('given outcomes that no receiver has given, then a seed finds them', async (t) => {
  const planted = 'a receiver that is away counts as one that has accepted'
  t.match(await runner.findings(200, planted), [/an outcome Success of \w+ that the receiver does not know/])
})

t.test('given a seed, when it is run again, then it does the same', async (t) => {
  const seen = async () => {
    const asked: string[] = []
    await simulateRuns(7, {
      guards: {
        holds: (row, token) => {
          asked.push(`${row?.id} ${row?.state} ${token}`)
          return holdsByToken(row, token)
        },
      },
    })
    return asked
  }
  const first = await seen()
  t.ok(first.length > 0)
  t.same(await seen(), first)
})

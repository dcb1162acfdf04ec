// The relay, the stream watch, the inbox, the parked events and what asks for missing ones against
// a simulated database and server, with an interleaving for each seed
// (docs/explanation/simulation.md).
import t from 'tap'
import { consumerStatements } from '../testing/simulation/event-statements.ts'
import type { PlantedFault } from '../testing/simulation/planted-faults.ts'
import { startSeedRunner } from '../testing/simulation/run-seeds.ts'
import type { SimulatedStatement } from '../testing/simulation/simulated-database.ts'
import { simulateDelivery } from '../testing/simulation/simulated-delivery.ts'

const runner = startSeedRunner<PlantedFault>(new URL('../testing/simulation/delivery-worker.ts', import.meta.url), 1)
t.teardown(() => runner.stop())

t.test(
  'given any interleaving with crashes and losses, when all are over, then each event has had its effect once, in order',
  async (t) => {
    t.same(await runner.findings(100), [])
  },
)

t.test('given a relay that marks events as sent before they are confirmed, when it runs, then a seed finds it', async (t) => {
  t.match(await runner.findings(500, 'events count as sent before they are confirmed'), [/events had their effect/])
})

t.test('given an inbox that forgets, when messages are repeated, then a seed finds it', async (t) => {
  t.match(await runner.findings(500, 'the inbox forgets'), [/had its effect as number/])
})

t.test('given messages that are acknowledged before their effect, when a process dies, then a seed finds it', async (t) => {
  const planted = 'messages are acknowledged before their effect, and nobody asks for what is missing'
  t.match(await runner.findings(500, planted), [/events had their effect/])
})

t.test('given a comparison that passes over events, when they are lost, then a seed finds it', async (t) => {
  t.match(await runner.findings(500, 'a comparison passes over what was never begun'), [/events had their effect/])
})

t.test('given a seed, when it is run again, then it does the same', async (t) => {
  const seen = async () => {
    const asked: string[] = []
    const note = (name: string): SimulatedStatement => ({
      ...(consumerStatements[name] as SimulatedStatement),
      run: (view, values) => {
        asked.push(JSON.stringify(values))
        return (consumerStatements[name] as SimulatedStatement).run(view, values)
      },
    })
    await simulateDelivery(7, { inbox: { 'kit-claim-events': note('kit-claim-events') } })
    return asked
  }
  t.same(await seen(), await seen())
})

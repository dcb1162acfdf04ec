// The relay, the stream watch, the inbox and the parked events against a simulated database and
// server, with an interleaving for each seed (docs/explanation/simulation.md).
import t from 'tap'
import { propertyRuns } from '../testing/property-runs.ts'
import { consumerStatements, publisherStatements } from '../testing/simulation/event-statements.ts'
import type { SimulatedStatement } from '../testing/simulation/simulated-database.ts'
import { type Planted, simulateDelivery } from '../testing/simulation/simulated-delivery.ts'

/** Many at a time: they take turns with the loop of events. */
const TOGETHER = 50

/** The first seeds that find something, with what they found. */
async function findings(seeds: number, planted: Planted = {}): Promise<string[]> {
  for (let first = 1; first <= seeds; first += TOGETHER) {
    const runs = Array.from({ length: TOGETHER }, async (_, index) => {
      const found = await simulateDelivery(first + index, planted)
      return found === null ? [] : [`seed ${first + index}: ${found}`]
    })
    const found = (await Promise.all(runs)).flat()
    if (found.length > 0) return found
  }
  return []
}

const run = (statements: Readonly<Record<string, SimulatedStatement>>, name: string) =>
  (statements[name] as SimulatedStatement).run

t.test(
  'given any interleaving with crashes and losses, when all are over, then each event has had its effect once, in order',
  async (t) => {
    t.same(await findings(propertyRuns(2_000)), [])
  },
)

t.test('given a relay that marks events as sent before they are confirmed, when it runs, then a seed finds it', async (t) => {
  const outbox: Planted['outbox'] = {
    'kit-outbox-read': {
      run: (view, values) => {
        const rows = run(publisherStatements, 'kit-outbox-read')(view, values)
        for (const { id } of rows) view.delete('outbox', String(id))
        return rows
      },
    },
  }
  t.match(await findings(500, { outbox }), [/events had their effect/])
})

t.test('given an inbox that forgets, when messages are repeated, then a seed finds it', async (t) => {
  const inbox: Planted['inbox'] = {
    'kit-claim-events': {
      run: (view, values) => {
        const [claimed] = run(consumerStatements, 'kit-claim-events')(view, values)
        return [{ ...claimed, claimed: true }]
      },
    },
  }
  t.match(await findings(500, { inbox }), [/had its effect as number/])
})

t.test('given messages that are acknowledged before their effect, when a process dies, then a seed finds it', async (t) => {
  const stream: Planted['stream'] = (made) => ({
    ...made,
    pull: async (process, most) => {
      const messages = await made.pull(process, most)
      await made.acknowledge(process, messages)
      return messages
    },
  })
  t.match(await findings(500, { stream }), [/events had their effect/])
})

t.test('given a seed, when it is run again, then it does the same', async (t) => {
  const seen = async () => {
    const asked: string[] = []
    const note = (name: string): SimulatedStatement => ({
      ...(consumerStatements[name] as SimulatedStatement),
      run: (view, values) => {
        asked.push(JSON.stringify(values))
        return run(consumerStatements, name)(view, values)
      },
    })
    await simulateDelivery(7, { inbox: { 'kit-claim-events': note('kit-claim-events') } })
    return asked
  }
  t.same(await seen(), await seen())
})

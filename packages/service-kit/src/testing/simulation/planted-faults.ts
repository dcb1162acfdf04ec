import { consumerStatements, publisherStatements } from './event-statements.ts'
import { lossStatements } from './loss-statements.ts'
import type { SimulatedStatement } from './simulated-database.ts'
import type { Planted } from './simulated-delivery.ts'

const run = (statements: Readonly<Record<string, SimulatedStatement>>, name: string) =>
  (statements[name] as SimulatedStatement).run

/** Faults that a simulation has to find. */
export const plantedFaults = {
  'events count as sent before they are confirmed': {
    outbox: {
      'kit-outbox-read': {
        run: (view, values) => {
          const rows = run(publisherStatements, 'kit-outbox-read')(view, values)
          for (const { id } of rows) view.delete('outbox', String(id))
          return rows
        },
      },
    },
  },
  'the inbox forgets': {
    inbox: {
      'kit-claim-events': {
        run: (view, values) => {
          const [claimed] = run(consumerStatements, 'kit-claim-events')(view, values)
          return [{ ...claimed, claimed: true }]
        },
      },
    },
  },
  'messages are acknowledged before their effect, and nobody asks for what is missing': {
    stream: (made) => ({
      ...made,
      pull: async (process, most) => {
        const messages = await made.pull(process, most)
        await made.acknowledge(process, messages)
        return messages
      },
    }),
    inbox: { 'kit-find-event-gaps': { run: () => [] }, 'kit-find-unhandled-events': { run: () => [] } },
  },
  'a comparison passes over what was never begun': {
    inbox: {
      'kit-find-unhandled-events': {
        run: (view, values) => {
          const found = run(lossStatements, 'kit-find-unhandled-events')(view, values)
          return found.filter(({ sequence }) => sequence !== 1)
        },
      },
    },
  },
} satisfies Record<string, Planted>

export type PlantedFault = keyof typeof plantedFaults

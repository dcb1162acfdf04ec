import type { PlantedRuns } from './simulated-runs.ts'

/** Faults that a simulation of runs has to find. */
export const plantedRunFaults = {
  'who was silent continues a run beside the one that has taken it over': {
    guards: { holds: (row) => row?.state === 'Running' },
  },
  'an order may have two calls at a time': { guards: { isCallUnique: false } },
  'a call is opened for a version that is no more': { guards: { isVersionCompared: false } },
  'a receiver that is away counts as one that has accepted': {
    receiver: (made) => ({
      ...made,
      connect: (process) => async (receiver, call) => {
        const response = await made.connect(process)(receiver, call)
        return response.kind === 'unreachable' ? { kind: 'accepted', status: 200, body: null } : response
      },
    }),
  },
} satisfies Record<string, PlantedRuns>

export type PlantedRunFault = keyof typeof plantedRunFaults

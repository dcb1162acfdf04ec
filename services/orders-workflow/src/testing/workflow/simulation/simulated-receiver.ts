import type { Scheduler, SimulatedProcess } from '@open-oms/service-kit/testing/simulation/scheduler'
import type { ConnectorResponse } from '../../../connectors/http/call-connector.ts'
import type { StepConnectors } from '../../../modules/workflow/steps/step-definition.ts'

export type Receiver = {
  /** How a process posts to it. */
  connect(process: SimulatedProcess): StepConnectors['post']
  /** The keys that it has accepted. */
  accepted: ReadonlySet<string>
  /** From now on it accepts whatever comes. */
  beThere(): void
}

const away: ConnectorResponse = { kind: 'unreachable', reason: 'It is away.' }
const refused: ConnectorResponse = { kind: 'refused', status: 400, reason: 'No.' }
const done: ConnectorResponse = { kind: 'accepted', status: 200, body: null }

/**
 * A receiver of calls that refuses some, is away at times, and may get a call long after the
 * process died that has made it.
 */
export function createReceiver(scheduler: Scheduler): Receiver {
  const accepted = new Set<string>()
  const rejected = new Set<string>()
  let isThere = false
  const answer = (key: string): ConnectorResponse => {
    if (!isThere && scheduler.random(4) === 0) return away
    if (!isThere && !accepted.has(key) && scheduler.random(12) === 0) rejected.add(key)
    if (rejected.has(key)) return refused
    accepted.add(key)
    return done
  }
  return {
    accepted,
    connect: (process) => (_receiver, call) =>
      scheduler
        .ask(process, { act: () => answer(call.idempotencyKey), failure: () => new Error('no response'), lingers: true })
        .catch((): ConnectorResponse => away),
    beThere: () => {
      isThere = true
    },
  }
}

import { ErrorCode, type Msg, type NatsConnection, NatsError } from 'nats'
import type { Scheduler, SimulatedProcess } from './scheduler.ts'

type Listener = { process: SimulatedProcess; prefix: string; callback: (error: null, message: Msg) => void }
export type SimulatedRequests = { connect(process: SimulatedProcess): NatsConnection }

/** How long a response is waited for, by the clock of the scheduler. */
const TIMEOUT_MS = 60_000

const timedOut = () => NatsError.errorForCode(ErrorCode.Timeout)

/** Requests past the streams: each is heard by one of those who listen, or by nobody. */
export function createSimulatedRequests(scheduler: Scheduler): SimulatedRequests {
  let listeners: Listener[] = []
  async function request(process: SimulatedProcess, subject: string, body: string) {
    let response: string | null = null
    const hear = () => {
      const living = listeners.filter((one) => one.process.isAlive && subject.startsWith(one.prefix))
      const chosen = living[scheduler.random(Math.max(1, living.length))]
      if (chosen === undefined) return
      const respond = (sent: string) => {
        const act = () => {
          response = sent
        }
        void scheduler.ask(chosen.process, { act, failure: timedOut, lingers: true }).catch(() => undefined)
      }
      chosen.callback(null, { subject, json: () => JSON.parse(body), respond } as unknown as Msg)
    }
    await scheduler.ask(process, { act: hear, failure: timedOut })
    const until = scheduler.now() + TIMEOUT_MS
    return await scheduler.ask(process, {
      canRun: () => response !== null || scheduler.now() >= until,
      act: () => {
        const received = response
        if (received === null) throw timedOut()
        return { json: () => JSON.parse(received) }
      },
    })
  }
  return {
    connect: (process) => {
      const subscribe = (subject: string, { callback }: Pick<Listener, 'callback'>) => {
        listeners = listeners.filter((one) => one.process.isAlive)
        listeners.push({ process, prefix: subject.replace(/\*$/, ''), callback })
      }
      const ask = (subject: string, body: string) => request(process, subject, body)
      return { subscribe, request: ask } as unknown as NatsConnection
    },
  }
}

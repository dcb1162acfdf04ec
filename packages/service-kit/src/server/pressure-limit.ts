import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import { Overloaded } from '../http/error-handler.ts'
import '../http/server-state.ts'

const MEASURED_EVERY_MS = 1_000
/** What is measured in an interval holds for the next one. */
const START_COUNTS_MS = 2 * MEASURED_EVERY_MS

export type PressureLimit = {
  /** Event loop delay above which requests are refused; 0: none is. */
  delayMsMax: number
  /** Milliseconds of a clock that never goes back; the machine's by default. */
  now?: () => number
}

/**
 * Refuses requests with `Unavailable` while the event loop is late. What was measured before the
 * server listened is no sign of load: loading and compiling keep the loop busy for longer than any
 * limit allows, on a small machine above all.
 */
export const pressureLimit = fp<PressureLimit>(
  async (app, { delayMsMax, now = () => performance.now() }) => {
    let countsFrom = Number.NEGATIVE_INFINITY
    app.addHook('onListen', async () => {
      countsFrom = now() + START_COUNTS_MS
    })
    await app.register(underPressure, {
      maxEventLoopDelay: delayMsMax,
      sampleInterval: MEASURED_EVERY_MS,
      pressureHandler: async () => {
        if (now() < countsFrom) return
        throw new Overloaded('The service has too much to do at the moment.', 2)
      },
    })
  },
  { name: 'pressure-limit', fastify: '5.x' },
)

import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/**
 * A part of the process that must be ended after the last request: consumers, the relay, the pool.
 */
export type StopPart = { part: string; stop: () => unknown }

export type StopPlan = {
  app: FastifyInstance
  log: Logger
  /** Stopped one after the other, in this order, after the last request is finished. */
  parts: readonly StopPart[]
  /** Longest time for all of it; 20 s by default. */
  timeoutMs?: number
  /**
   * How long requests are still taken after readiness is refused, so that load balancers notice; 0
   * by default.
   */
  noticeMs?: number
  /** How the notice is waited for; the clock's time by default. */
  waitForNotice?: (ms: number) => Promise<unknown>
}

const TIMEOUT_MS = 20_000
const SWEEP_MS = 50
const REPEATED_SIGNAL_MS = 1_000

/** Accepts no new connections and waits for the requests in flight. */
async function closeServer(app: FastifyInstance): Promise<void> {
  // A connection whose last request is finished while the server closes would otherwise be kept
  // alive until its time-out.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
  }
}

async function stopParts({ app, log, parts, noticeMs = 0, waitForNotice = sleep }: StopPlan): Promise<void> {
  app.kit.isStopping = true
  if (noticeMs > 0) await waitForNotice(noticeMs)
  const all: StopPart[] = [{ part: 'server', stop: () => closeServer(app) }, ...parts]
  for (const { part, stop } of all) {
    try {
      await stop()
    } catch (error) {
      // Stop the others regardless.
      log.error({ err: error, part }, 'a part did not stop cleanly')
    }
  }
}

/**
 * Stops a service without losing work: readiness turns 503, requests under way are finished, then
 * the parts end in order. False when the time ran out first.
 */
export async function stopGracefully(plan: StopPlan): Promise<boolean> {
  const timer = new AbortController()
  const inTime = stopParts(plan).then(() => true)
  const late = sleep(plan.timeoutMs ?? TIMEOUT_MS, false, { signal: timer.signal }).catch(() => false)
  const isClean = await Promise.race([inTime, late])
  timer.abort()
  if (isClean) plan.log.info('stopped')
  else plan.log.error('stopped before everything was finished: the time ran out')
  return isClean
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Ends the process at the first signal until `stopOnSignals` takes over: nothing was accepted yet
 * that could be lost. In a container the process has the id 1, and would let a signal without
 * handler pass.
 */
export function endOnSignals(): void {
  for (const signal of STOP_SIGNALS) process.on(signal, endAtOnce)
}

function endAtOnce(signal: NodeJS.Signals): never {
  process.exit(128 + constants.signals[signal])
}

/**
 * Stops the process by the plan on SIGTERM, SIGINT and on an uncaught failure; the exit
 * code is 0 only when a signal asked for it and everything was finished. A second signal, after a
 * moment, ends it immediately.
 */
export function stopOnSignals(plan: StopPlan): void {
  let askedAt: number | null = null
  const stop = async (reason: Record<string, unknown>, isFailure: boolean) => {
    askedAt = Date.now()
    if (isFailure) plan.log.fatal(reason, 'stopping because of an uncaught failure')
    else plan.log.info(reason, 'stopping')
    const isClean = await stopGracefully(plan)
    process.exit(isClean && !isFailure ? 0 : 1)
  }
  const onSignal = (signal: string) => {
    if (askedAt === null) return void stop({ signal }, false)
    // A terminal and the program that was started in it often both pass on one Ctrl-C.
    if (Date.now() - askedAt > REPEATED_SIGNAL_MS) process.exit(1)
  }
  const onFailure = (error: unknown) => {
    if (askedAt === null) void stop({ err: error }, true)
    else plan.log.error({ err: error }, 'a failure while stopping')
  }
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal).off(signal, endAtOnce)
  for (const failure of ['uncaughtException', 'unhandledRejection']) process.on(failure, onFailure)
}

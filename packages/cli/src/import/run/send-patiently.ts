import { CLAIM_SECONDS } from '@open-oms/service-kit/idempotency/idempotency-store'
import { ApiFailure } from '../../api/api-failure.ts'
import { CommandFailure } from '../../command-failure.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Api } from '../resources/api.ts'

export type Patience = {
  /** How long one request is tried again before the import gives up. */
  giveUpAfterMs: number
  sleep(ms: number): Promise<void>
  now(): number
  /** Called once for each reason to wait, with the reason and until when. */
  note(text: string): void
}

const FIRST_PAUSE_MS = 500
const PAUSE_MAX_MS = 15_000

/**
 * Keeps trying where the client, which honours `Retry-After`, has given up: a gateway that is
 * unreachable for minutes must not end an import of hours. Pauses double, and are shortened by
 * chance so that several senders do not come back together. Every write must have an idempotency
 * key of its own. Raises the last failure when the time is over.
 */
export function patiently(client: Api, { giveUpAfterMs, sleep, now, note }: Patience): Api {
  const noted = new Set<string>()
  return {
    async call(route, request) {
      const end = now() + giveUpAfterMs
      for (let tries = 0; ; tries++) {
        try {
          return await client.call(route, request)
        } catch (failure) {
          const pause = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + Math.random() / 2)
          if (!isPassing(failure) || now() + pause > end) throw failure
          if (!noted.has(failure.code)) note(whyItWaits(failure, now(), end))
          noted.add(failure.code)
          await sleep(pause)
        }
      }
    },
  }
}

function whyItWaits({ code, message }: CommandFailure, now: number, end: number): string {
  const at = (ms: number) => new Date(ms).toLocaleTimeString('en-GB')
  if (code !== 'IdempotencyInFlight') return `${message} It is tried again until ${at(end)}.`
  const freeAt = Math.min(now + CLAIM_SECONDS * 1_000, end)
  return `Waiting for what an interrupted import had begun, until ${at(freeAt)} at the latest.`
}

const passingStatuses: readonly number[] = [429, 502, 503, 504]
const passingCodes: readonly string[] = ['IdempotencyInFlight', 'ResourceLocked']

function isPassing(failure: unknown): failure is CommandFailure {
  if (failure instanceof ApiFailure) return passingStatuses.includes(failure.status) || passingCodes.includes(failure.code)
  return failure instanceof CommandFailure && failure.exitCode === exitCodes.Unreachable
}

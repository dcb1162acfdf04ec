import type { CallFailure } from '../../connectors/http/call-failure.ts'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector, PaymentRequest, PaymentResult } from '../../connectors/payment/payment-connector.ts'
import { resumeRuns } from '../../modules/workflow/runner/resume.ts'
import type { OrdersTest } from '../test-orders.ts'

/**
 * How a provider treats one request; `lost`: it has the effect, and its response does not arrive;
 * `dies`: as `lost`, and the calling process dies; `unsent`: the circuit breaker does not let it
 * through.
 */
export type Treatment = 'done' | 'refused' | 'away' | 'lost' | 'dies' | 'unsent'

/**
 * A provider that treats requests as listed, and those after them as the last one. It captures each
 * key once; `asked` are the requests, `captured` the amounts by key.
 */
export function waitingProvider(...treatments: Treatment[]) {
  const asked: PaymentRequest[] = []
  const captured = new Map<string, number>()
  const away: PaymentResult & Partial<CallFailure> = {
    outcome: 'unreachable',
    reason: 'It is unreachable.',
    reasonClass: 'Unreachable',
    connector: 'card',
  }
  const unsent: PaymentResult = { ...away, reason: 'It is not called.', reasonClass: 'BreakerOpen', isUnsent: true }
  const capture: PaymentConnector['capture'] = async (request) => {
    const treatment = (treatments.length > 1 ? treatments.shift() : treatments[0]) ?? 'done'
    if (treatment === 'unsent') return unsent
    asked.push(request)
    if (treatment === 'refused') return { outcome: 'refused', reason: 'It refused.', connector: 'card' }
    if (treatment !== 'away') captured.set(request.idempotencyKey, request.amount)
    if (treatment === 'dies') throw new Error('the process died')
    return treatment === 'done' ? manualPayments.capture(request) : away
  }
  const connectors = { payment: (): PaymentConnector => ({ ...manualPayments, capture }) }
  return { asked, captured, treatments, connectors }
}

/** Lets the time of all waiting runs come. */
export async function letTimeCome({ database }: Pick<OrdersTest, 'database'>): Promise<void> {
  const time = new Date(Date.now() - 1_000).toISOString()
  await database.query({
    text: `update workflow_run set next_attempt = $1::timestamptz, waiting = (
        select json_agg(w::jsonb || jsonb_build_object('nextAttempt', $2::text)) from json_array_elements(waiting) as w
      ) where state = 'Waiting'`,
    values: [time, time],
  })
}

/**
 * Tries the waiting steps again, and waits until that is done. Returns how many runs were woken.
 */
export async function triedAgain(test: OrdersTest): Promise<number> {
  await letTimeCome(test)
  const count = await resumeRuns(test.deps)
  await test.background.idle()
  return count
}

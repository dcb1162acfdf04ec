import type { DefinedConnector } from '@open-oms/extend/connector'
import { withinTime } from '@open-oms/extend/within-time'
import { type Attempt, headerText, RESPONSE_BYTES_MAX, type Request } from './send-once.ts'

/**
 * Asks a connector of an extension once (connectors.md#connectors-of-extensions), with what it
 * would get in a request: the body as JSON, the key, and the time. Never throws.
 */
export async function answerInProcess(
  connector: Pick<DefinedConnector, 'answer'>,
  { body, idempotencyKey, timeoutMs, signal = new AbortController().signal }: Omit<Request, 'address'>,
): Promise<Attempt> {
  try {
    const ending = await withinTime({ timeoutMs, signal }, 'it', (signal) =>
      connector.answer(JSON.parse(body), { idempotencyKey: headerText(idempotencyKey), signal }),
    )
    if ('reason' in ending) return { kind: 'retry', reason: ending.reason, reasonClass: ending.reasonClass, waitMs: null }
    const { result } = ending
    if (result.status !== 'unreachable') return accepted(JSON.stringify(result))
    return failed(typeof result.message === 'string' ? result.message : 'it does not know the outcome')
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

function accepted(text: string): Attempt {
  return text.length > RESPONSE_BYTES_MAX
    ? { kind: 'unreadable', reason: `It responded with more than ${RESPONSE_BYTES_MAX} bytes.` }
    : { kind: 'accepted', status: 200, body: JSON.parse(text) }
}

function failed(message: string): Attempt {
  return { kind: 'retry', reason: `It failed: ${message}`, reasonClass: 'ServerError', waitMs: null }
}

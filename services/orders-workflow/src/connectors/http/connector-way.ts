import type { Connector } from '@open-oms/contracts/config/connectors'
import type { DefinedConnector } from '@open-oms/extend/connector'
import { withinTime } from '@open-oms/extend/within-time'
import { connectorAddress, type Environment } from './connector-address.ts'
import { definedConnector } from './defined-connectors.ts'
import { type Attempt, headerText, RESPONSE_BYTES_MAX, type Request, sendOnce } from './send-once.ts'

/** How a connector is reached. */
type ConnectorWay = {
  /** What does not respond together has one name. */
  receiver: string
  /** Sends a request once. Never throws. */
  send(request: Omit<Request, 'address'>): Promise<Attempt>
}

/**
 * By a request to its address, or by a call of the extension that defines it; the reason and its
 * field where it cannot be reached.
 */
export function connectorWay(
  connector: Connector,
  environment: Environment,
): ConnectorWay | { reason: string; field: keyof Connector } {
  const { id, name, type, kind, active } = connector
  if (type !== 'extension') {
    const address = connectorAddress(connector, environment)
    if ('reason' in address) return address
    return { receiver: `${id} ${address.url}`, send: (request) => sendOnce({ ...request, address }) }
  }
  if (!active) return { reason: `The connector "${name}" is not active.`, field: 'active' }
  const defined = definedConnector(name)
  if (defined?.kind !== kind) return { reason: `No extension has a ${kind} connector "${name}".`, field: 'name' }
  return { receiver: `${id} ${type}`, send: (request) => answerInProcess(defined, request) }
}

/** Why a connector cannot be called in this configuration; null when it can. */
export function unreadyReason(connector: Connector, environment: Environment): string | null {
  const way = connectorWay(connector, environment)
  return 'reason' in way ? way.reason : null
}

/**
 * Asks a connector of an extension once (connectors.md#connectors-of-extensions), with what it
 * would get in a request: the body as JSON, the key, and the time. Never throws.
 */
async function answerInProcess(
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

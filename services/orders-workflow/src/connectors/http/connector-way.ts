import type { Connector } from '@oms/contracts/config/connectors'
import { answerInProcess } from './answer-in-process.ts'
import { connectorAddress, type Environment } from './connector-address.ts'
import { definedConnector } from './defined-connectors.ts'
import { type Attempt, type Request, sendOnce } from './send-once.ts'

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

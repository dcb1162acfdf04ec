import type { Connector, Connectors } from '@oms/contracts/config/connectors'
import { invalid } from '@oms/contracts/errors'

export type ConnectorChoice = { connectorId?: string | undefined; connectorName?: string | undefined }

/**
 * The export connector that a request names by id, by name or by both; null when it names none.
 * Raises `ValidationFailed` for an unknown one.
 */
export function findExportConnector(
  { connectors }: Connectors,
  { connectorId, connectorName }: ConnectorChoice,
): Connector | null {
  if (!connectorId && !connectorName) return null
  const found = connectors.find(
    ({ kind, id, name }) =>
      kind === 'export' && (!connectorId || id === connectorId) && (!connectorName || name === connectorName),
  )
  if (found === undefined) throw invalid(connectorId ? 'connectorId' : 'connectorName', 'names no connector of kind export')
  return found
}

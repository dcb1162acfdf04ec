import type { Connector, Connectors } from '@open-oms/contracts/config/connectors'
import { invalid } from '@open-oms/contracts/errors'
import type { OrderExportModel } from '@open-oms/contracts/orders/search/export'
import { type ConnectorResponse, callConnector } from './call-connector.ts'

export type ExportCall = {
  item: OrderExportModel
  /** Equal keys are the same export of the item. */
  idempotencyKey: string
  /** The base URL of stored files for the receiver. */
  publicBase: string
  signal?: AbortSignal
}

/** The outcome of an export: `isNew` if the receiver created something new. */
export type ExportOutcome = { status: 'Exported'; isNew: boolean } | { status: 'Refused' | 'Unreachable'; reason: string }

/**
 * Sends an order to an export connector (orders.md#export-to-a-connector,
 * connectors.md#connector-request). Never throws.
 */
export async function sendExport(connector: Connector, { item, ...call }: ExportCall): Promise<ExportOutcome> {
  return toExportOutcome(await callConnector(connector, { body: item, ...call }))
}

const CREATED = 201

function toExportOutcome(response: ConnectorResponse): ExportOutcome {
  switch (response.kind) {
    case 'accepted':
      return { status: 'Exported', isNew: response.status === CREATED }
    case 'refused':
      return { status: 'Refused', reason: response.reason }
    case 'unreachable':
      return { status: 'Unreachable', reason: response.reason }
  }
}

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

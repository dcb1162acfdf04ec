import type { DefinedConnector } from '@open-oms/extend/connector'
import { findEventHandlerFault } from '@open-oms/extend/event-handler'
import type { Extension } from '@open-oms/extend/extension'
import { addConnectors, takenConnector } from '../../connectors/http/defined-connectors.ts'
import { addEventHandler, hasEventHandler } from '../webhooks/extension-subscribers.ts'

type Parts = Pick<Extension, 'name' | 'connectors' | 'onEvent'>

/** Why the connectors or the event handler of an extension cannot be used; null when they can. */
export function findPartFault({ name, connectors = [], onEvent }: Parts): string | null {
  const faulty = Array.isArray(connectors) ? connectors.findIndex((one) => !isConnector(one)) : 0
  if (faulty !== -1) return `its connectors[${faulty}] is none of definePaymentConnector or defineShippingConnector`
  const taken = takenConnector(connectors)
  if (taken !== null) return `there is a connector "${taken}" of an extension already`
  if (onEvent === undefined) return null
  if (hasEventHandler(name)) return `there is an extension "${name}" with onEvent already`
  const fault = findEventHandlerFault(onEvent)
  return fault === null ? null : `its onEvent ${fault}`
}

function isConnector(one: DefinedConnector): boolean {
  return ['payment', 'shipping'].includes(one?.kind) && typeof one.name === 'string' && typeof one.answer === 'function'
}

/** Puts the connectors and the event handler of an extension to use. */
export function addParts({ name, connectors = [], onEvent }: Parts): void {
  addConnectors(connectors)
  if (onEvent !== undefined) addEventHandler(name, onEvent)
}

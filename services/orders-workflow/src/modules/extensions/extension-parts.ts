import type { DefinedConnector } from '@open-oms/extend/connector'
import { findEventHandlerFault } from '@open-oms/extend/event-handler'
import type { Extension } from '@open-oms/extend/extension'
import { addConnectors, takenConnector } from '../../connectors/http/defined-connectors.ts'
import { addFields } from '../../order/rules/fields/declared-fields.ts'
import { addReports } from '../reports/report-registry.ts'
import { addEventHandler, hasEventHandler } from '../webhooks/extension-subscribers.ts'
import { findFieldProblem } from './extension-fields.ts'
import { findReportProblem, runnableReport } from './extension-reports.ts'

type Parts = Omit<Extension, 'steps'>

/** Why what an extension has besides steps cannot be used; null when it can. */
export function findPartFault({ name, connectors = [], fields = [], reports = [], onEvent }: Parts): string | null {
  return (
    findConnectorFault(connectors) ?? findHandlerFault(name, onEvent) ?? findFieldProblem(fields) ?? findReportProblem(reports)
  )
}

function findConnectorFault(connectors: NonNullable<Parts['connectors']>): string | null {
  const faulty = Array.isArray(connectors) ? connectors.findIndex((one) => !isConnector(one)) : 0
  if (faulty !== -1) return `its connectors[${faulty}] is none of definePaymentConnector or defineShippingConnector`
  const taken = takenConnector(connectors)
  return taken === null ? null : `there is a connector "${taken}" of an extension already`
}

function findHandlerFault(name: string, onEvent: Parts['onEvent']): string | null {
  if (onEvent === undefined) return null
  if (hasEventHandler(name)) return `there is an extension "${name}" with onEvent already`
  const fault = findEventHandlerFault(onEvent)
  return fault === null ? null : `its onEvent ${fault}`
}

function isConnector(one: DefinedConnector): boolean {
  return ['payment', 'shipping'].includes(one?.kind) && typeof one.name === 'string' && typeof one.answer === 'function'
}

/** Puts what an extension has besides steps to use. */
export function addParts({ name, connectors = [], fields = [], reports = [], onEvent }: Parts): void {
  addConnectors(connectors)
  addFields(fields)
  addReports(reports.map(runnableReport))
  if (onEvent !== undefined) addEventHandler(name, onEvent)
}

import { type CallResult, type CheckedCall, checkedStep } from '@open-oms/extend/checked-step'
import type { DefinedConnector } from '@open-oms/extend/connector'
import { findEventHandlerFault } from '@open-oms/extend/event-handler'
import type { Extension } from '@open-oms/extend/extension'
import { type ExtensionReport, findReportFault, type ReportText } from '@open-oms/extend/report'
import type { CallStep, ExtensionStep } from '@open-oms/extend/step'
import { type ReportDefinition, unknownValues } from '@open-oms/service-kit/reports/report'
import type { CallFailure } from '../../connectors/http/call-failure.ts'
import { addConnectors, takenConnector } from '../../connectors/http/defined-connectors.ts'
import { addFields } from '../../order/rules/fields/declared-fields.ts'
import { addReports, findTakenName, reportValueNames } from '../reports/report-registry.ts'
import { addEventHandler, hasEventHandler } from '../webhooks/subscribers.ts'
import { effectKey } from '../workflow/steps/effect-key.ts'
import type { AddedStep } from '../workflow/steps/step-definition.ts'
import { findFieldProblem } from './extension-fields.ts'

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

/** Why reports of an extension cannot be used, as the end of a sentence; null when they can. */
function findReportProblem(reports: readonly ExtensionReport[]): string | null {
  for (const report of reports) {
    const fault = findReportFault(report)
    if (fault !== null) return `a report ${fault}`
    const [unknown] = unknownValues(report.sql, reportValueNames)
    if (unknown !== undefined) return `a report ("${report.name}") asks for :${unknown}, which reports do not have`
  }
  const taken = findTakenName(reports.map(({ name }) => name))
  return taken === undefined ? null : `there is a report "${taken}" already`
}

/** A report of an extension as the service runs it. */
function runnableReport({ name, label, description, columns, sql }: ExtensionReport): ReportDefinition {
  return {
    name,
    label: inBoth(label),
    description: inBoth(description),
    columns: columns.map((column) => ({ ...column, label: inBoth(column.label) })),
    sql,
  }
}

function inBoth({ en, nb = en }: ReportText): { en: string; nb: string } {
  return { en, nb }
}

/** The request of an extension, and the key of its effect. */
type StepInput = { idempotencyKey: string; input: unknown }

/**
 * A step of an extension as runs carry it out. It never throws: a fault of an extension is an error
 * of its step.
 */
export function runnableStep(step: ExtensionStep): AddedStep {
  const { names, properties, reference } = step
  const checked = checkedStep(step)
  if (checked.kind === 'change') return { names, properties, reference, ...checked }
  const { retryFor } = step as CallStep
  return { ...{ names, properties, reference }, ...(retryFor === undefined ? {} : { retryFor }), ...callOf(checked) }
}

function callOf(step: CheckedCall) {
  return {
    kind: 'call',
    isPerStep: true,
    ask(order, context) {
      const asked = step.ask(order, context)
      if (!('input' in asked)) return asked
      const idempotencyKey = effectKey(`${context.run.id}/${context.step.id}/call`)
      return { input: { idempotencyKey, input: asked.input } satisfies StepInput }
    },
    call: (asked, { timeoutMs, signal }) => {
      const { input, idempotencyKey } = asked as StepInput
      return step.call(input, { idempotencyKey, timeoutMs, signal })
    },
    failure(output) {
      const called = output as CallResult
      if (!('failed' in called)) return null
      const { failed: reason, reasonClass } = called
      return { reason, reasonClass, isPassing: true, isRefused: false, connector: null, waitMs: null } satisfies CallFailure
    },
    dryRun: (asked) => step.dryRun((asked as StepInput).input),
    record: (order, { input, output }, context) =>
      step.record(order, { input: (input as StepInput).input, called: output as CallResult }, context),
  } satisfies Omit<Extract<AddedStep, { kind: 'call' }>, 'names' | 'properties' | 'reference' | 'retryFor'>
}

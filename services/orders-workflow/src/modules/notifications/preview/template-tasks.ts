import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { DomainError, type ErrorCode, orRefusal } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { TemplatePreview, TemplateProblem } from '@open-oms/contracts/templates/templates'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { documentLayout } from '../../documents/data/document-layout.ts'
import type { DocumentLayout } from '../../documents/domain/document-blocks.ts'
import type { PrintedTemplate } from '../../documents/domain/document-context.ts'
import { sampleFacts } from '../domain/sample-facts.ts'
import { messageInput } from '../send/message-input.ts'
import { renderMail, renderSms } from '../templates/render-part.ts'
import { findTemplateConfigProblems } from './find-template-config-problems.ts'

/** What is previewed: a message or document of an order, by the templates of `config`. */
export type Preview = { name: string; order: Order; shipmentId: string | null; marketId: string | null; config: OrdersConfig }

export type MessagePreview = Pick<TemplatePreview, 'subject' | 'text' | 'html' | 'sms' | 'problems'>

/** All that is done with templates that a request brings; inputs and results are plain data. */
const tasks = {
  check: ({ config }: { config: OrdersConfig }): TemplateProblem[] => findTemplateConfigProblems(config).map(problemForClient),
  message: previewMessage,
  layout: (preview: Preview): DocumentLayout => {
    const { name, order, config } = preview
    const layout = { name: name as PrintedTemplate, order, config, shipmentId: printedShipment(preview) }
    return documentLayout({ ...layout, ...(preview.marketId === null ? {} : { marketId: preview.marketId }) })
  },
}

type Tasks = typeof tasks
export type TemplateTaskInputs = { [K in keyof Tasks]: Parameters<Tasks[K]>[0] }
export type TemplateTaskResults = { [K in keyof Tasks]: ReturnType<Tasks[K]> }
export type TemplateTask = { kind: keyof Tasks; input: TemplateTaskInputs[keyof Tasks] }
export type TaskOutcome = { result: unknown } | { refusal: { code: ErrorCode; message: string } }

/**
 * Carries out a task in a thread of its own. A refusal is a result: of an error that is thrown, the
 * caller would get the message alone.
 */
export function carryOutTemplateTask({ kind, input }: TemplateTask): TaskOutcome {
  const outcome = orRefusal(() => tasks[kind](input as never))
  if (!(outcome instanceof DomainError)) return { result: outcome }
  return { refusal: { code: outcome.code, message: outcome.message } }
}

function problemForClient({ file, path, reason }: ConfigProblem): TemplateProblem {
  return { file, place: path, reason }
}

/** The shipment of a document: the one that is asked for; a packing slip always has one. */
export function printedShipment({ name, order, shipmentId }: Preview): string | null {
  return shipmentId ?? (name === 'packing-slip' ? (order.orderForm.shipments[0]?.shipmentId ?? null) : null)
}

/** Raises `TemplateFailed` for a message that only the tenant has and that cannot be rendered. */
function previewMessage({ name, order, marketId, config }: Preview): MessagePreview {
  const request = messageInput({ name, order, marketId, config, facts: sampleFacts(name) })
  const mail = renderMail(request)
  const sms = renderSms(request)
  const problems = [...mail.failures, ...sms.failures].map(problemForClient)
  return { ...mail.content, sms: sms.content, problems }
}

import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type OrderType, orderTypesFile } from '@open-oms/contracts/config/order-types'
import { notificationTemplates, type TemplatedDocument } from '@open-oms/contracts/templates/template-names'
import { findLayoutProblems, readLayout } from '../../documents/data/document-layout.ts'
import { emptyOrder, previewOrder } from '../../documents/data/sample-order.ts'
import { templateInput } from '../../documents/data/template-input.ts'
import type { DocumentConfig } from '../../documents/domain/document-context.ts'
import { sampleFacts } from '../domain/sample-facts.ts'
import { messageInput } from '../send/message-input.ts'
import { findTemplateProblems, type SampleOf } from '../templates/find-template-problems.ts'
import { isOwnMessage } from '../templates/template-path.ts'
import { templateSet } from '../templates/template-set.ts'

/**
 * What is wrong with the templates of the tenant: each is rendered with an order that has
 * everything and one that has nothing, in a market of its language (templates.md#template-check).
 * `msMax` is the processor time after which no further one is looked at.
 */
export function findTemplateConfigProblems(config: DocumentConfig, { msMax }: { msMax?: number } = {}): ConfigProblem[] {
  const buildSample: SampleOf = ({ name, language, part }) => {
    const markets = config.markets.filter((market) => language === null || market.language.startsWith(language.slice(0, 2)))
    const market = markets[0] ?? config.markets.find(({ isDefault }) => isDefault)
    if (market === undefined) return []
    const input = (order: ReturnType<typeof previewOrder>, facts = {}) =>
      part === 'pdf' ? templateInput({ name, order, config }) : messageInput({ name, order, config, facts }).input
    return [input(previewOrder({ config, market }), sampleFacts(name)), input(emptyOrder({ config, market }))]
  }
  return findTemplateProblems(templateSet(config.templates), {
    sampleOf: buildSample,
    msMax,
    inspect: ({ name, part }, rendered) =>
      part === 'pdf' ? findLayoutProblems(name as TemplatedDocument, readLayout(rendered)) : [],
  })
}

type Steps = { orderTypes: readonly OrderType[]; templates: DocumentConfig['templates'] }

/**
 * Steps that notify by a message that is neither built in nor among the templates
 * (workflow-steps.md#message-steps).
 */
export function findNotificationNameProblems({ orderTypes, templates }: Steps): ConfigProblem[] {
  const own = [...templateSet(templates).templates.values()].map(({ name }) => name).filter(isOwnMessage)
  const known = new Set<string>([...notificationTemplates, ...own])
  return orderTypes.flatMap((type, typeIndex) =>
    type.orderStatuses.flatMap((status, statusIndex) =>
      status.workflowSteps.flatMap(({ name, properties }, stepIndex) =>
        properties.flatMap(({ key, value }, index) => {
          if (name !== 'Notification' || key !== 'Template' || known.has(value ?? '')) return []
          const path = `orderTypes[${typeIndex}].orderStatuses[${statusIndex}].workflowSteps[${stepIndex}].properties[${index}].value`
          const reason = `there is no message "${value}"; known: ${[...known].join(', ')}`
          return [{ file: orderTypesFile.file, path, reason, remedy: 'Name one of these, or add a template.' }]
        }),
      ),
    ),
  )
}

import type { Order } from '@open-oms/contracts/orders/order'
import { sampleFacts } from '../../modules/notifications/domain/sample-facts.ts'
import { messageInput } from '../../modules/notifications/send/message-input.ts'
import type { RenderRequest } from '../../modules/notifications/templates/render-part.ts'
import { documentConfig, documentOrder } from './document-samples.ts'

/** Templates by their path below `templates/`, without the ending. */
export type SampleTemplates = Readonly<Record<string, string>>

/** The templates as a configuration has them. */
export function templateFiles(templates: SampleTemplates) {
  return Object.entries(templates).map(([path, text]) => ({ path: `templates/${path}.liquid`, text }))
}

/** What a message of the sample order is rendered with, with templates of the tenant. */
export function messageSample({
  name = 'shipped',
  order = documentOrder(),
  templates = {},
  market = 'NOR',
}: {
  name?: string
  order?: Order
  templates?: SampleTemplates
  market?: string
}): RenderRequest {
  const config = { ...documentConfig, templates: templateFiles(templates) }
  return messageInput({ name, order, marketId: market, config, facts: sampleFacts(name) })
}

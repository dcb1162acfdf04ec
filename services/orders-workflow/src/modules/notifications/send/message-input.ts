import type { Order } from '@open-oms/contracts/orders/order'
import { type MessageFacts, templateInput } from '../../documents/data/template-input.ts'
import type { DocumentConfig } from '../../documents/domain/document-context.ts'
import { numberForCustomer } from '../domain/comment-message.ts'
import { LOGO_ADDRESS } from '../domain/message-content.ts'
import { languageOfMarket } from '../domain/message-language.ts'
import { messageWords } from '../domain/message-words.ts'
import type { RenderRequest } from '../templates/render-part.ts'
import { templateSet } from '../templates/template-set.ts'

export type MessageInput = {
  name: string
  order: Order
  /** The market whose language holds; the order's when absent. */
  marketId?: string | null
  config: DocumentConfig
  facts?: Omit<MessageFacts, 'words' | 'logo'>
}

/**
 * What a message is rendered with: its template, data and words in the language of the market
 * (templates.md#variables).
 */
export function messageInput({ name, order, marketId, config, facts = {} }: MessageInput): RenderRequest {
  const market = marketId ?? order.marketId
  const words = messageWords(name, { language: languageOfMarket(config.markets, market), number: numberForCustomer(order) })
  const logo = config.settings.documents.logo === null ? null : LOGO_ADDRESS
  const input = templateInput({ name, order, marketId: market, config, facts: { ...facts, logo, words } })
  return { set: templateSet(config.templates), input }
}

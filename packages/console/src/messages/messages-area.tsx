import type { Order } from '@open-oms/client/types'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { messagesEn } from '../texts/en/messages.ts'
import { messagesNb } from '../texts/nb/messages.ts'
import { MessagesCard } from './messages-card.tsx'

const texts = { en: { messages: messagesEn }, nb: { messages: messagesNb } } as const

/** The e-mails and SMS of an order on its page. */
export function OrderMessages({ order }: { order: Order }) {
  return (
    <AreaTexts texts={texts}>
      <MessagesCard order={order} />
    </AreaTexts>
  )
}

import type { Order } from '@open-oms/client/types'
import type { OrderActionProps } from '../order/order-action.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { documentsEn } from '../texts/en/documents.ts'
import { documentsNb } from '../texts/nb/documents.ts'
import { DocumentsCard } from './documents-card.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { MessageForm } from './message-form.tsx'

const texts = { en: { documents: documentsEn }, nb: { documents: documentsNb } } as const

/** The documents of an order on its page. */
export function OrderDocuments({ order }: { order: Order }) {
  return (
    <AreaTexts texts={texts}>
      <DocumentsCard order={order} />
    </AreaTexts>
  )
}

/** The dialog that writes to the customer. */
export function WriteToCustomer(props: OrderActionProps) {
  return (
    <AreaTexts texts={texts}>
      <MessageForm {...props} />
    </AreaTexts>
  )
}

/** The dialog that sends the invoice. */
export function SendInvoice(props: OrderActionProps) {
  return (
    <AreaTexts texts={texts}>
      <InvoiceForm {...props} />
    </AreaTexts>
  )
}

import type { ComponentType } from 'react'
import type { OrderActionProps } from '../order/order-action.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { paymentsEn } from '../texts/en/payments.ts'
import { paymentsNb } from '../texts/nb/payments.ts'
import { CaptureForm, VoidForm } from './authorised-forms.tsx'
import { CancelOrderForm } from './cancel-order-form.tsx'
import { PaymentLinkForm } from './payment-link-form.tsx'
import { RecordPaymentForm } from './record-payment-form.tsx'
import { RefundAmountForm } from './refund-amount-form.tsx'

const texts = { en: { payments: paymentsEn }, nb: { payments: paymentsNb } } as const

function withTexts(Form: ComponentType<OrderActionProps>) {
  return (props: OrderActionProps) => (
    <AreaTexts texts={texts}>
      <Form {...props} />
    </AreaTexts>
  )
}

/** The dialogs about the money of an order. */
export const CancelOrder = withTexts(CancelOrderForm)
export const RefundAmount = withTexts(RefundAmountForm)
export const PaymentLink = withTexts(PaymentLinkForm)
export const RecordPayment = withTexts(RecordPaymentForm)
export const CapturePayment = withTexts(CaptureForm)
export const VoidPayment = withTexts(VoidForm)

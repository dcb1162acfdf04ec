import type { ReactNode } from 'react'
import type { OrderActionProps } from '../order/order-action.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { shippingEn } from '../texts/en/shipping.ts'
import { shippingNb } from '../texts/nb/shipping.ts'
import { CancelForm } from './cancel-form.tsx'
import { CancelLineForm } from './cancel-line-form.tsx'
import { DeliverForm } from './deliver-form.tsx'
import { ReallocateForm } from './reallocate-form.tsx'
import { SplitForm } from './split-form.tsx'
import { TrackingForm } from './tracking-form.tsx'

const texts = { en: { shipping: shippingEn }, nb: { shipping: shippingNb } } as const

function Area({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}

/** The dialog that delivers a part of an order. */
export function DeliverUnits(props: OrderActionProps) {
  return (
    <Area>
      <DeliverForm {...props} />
    </Area>
  )
}

/** The dialog that splits a shipment. */
export function SplitUnits(props: OrderActionProps) {
  return (
    <Area>
      <SplitForm {...props} />
    </Area>
  )
}

/** The dialog that moves goods to another warehouse. */
export function ReallocateUnits(props: OrderActionProps) {
  return (
    <Area>
      <ReallocateForm {...props} />
    </Area>
  )
}

/** The dialog that cancels units of lines. */
export function CancelUnits(props: OrderActionProps) {
  return (
    <Area>
      <CancelForm {...props} />
    </Area>
  )
}

/** The dialog that cancels a line as a whole. */
export function CancelLine(props: OrderActionProps) {
  return (
    <Area>
      <CancelLineForm {...props} />
    </Area>
  )
}

/** The dialog for the tracking and the packages of a shipment. */
export function ChangeTracking(props: OrderActionProps) {
  return (
    <Area>
      <TrackingForm {...props} />
    </Area>
  )
}

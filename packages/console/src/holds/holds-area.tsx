import type { OrderActionProps } from '../order/order-action.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { holdsEn } from '../texts/en/holds.ts'
import { holdsNb } from '../texts/nb/holds.ts'
import { HoldForm } from './hold-form.tsx'
import { ReleaseForm } from './release-form.tsx'

const texts = { en: { holds: holdsEn }, nb: { holds: holdsNb } } as const

/** The dialog that holds an order. */
export function HoldOrder(props: OrderActionProps) {
  return (
    <AreaTexts texts={texts}>
      <HoldForm {...props} />
    </AreaTexts>
  )
}

/** The dialog that releases a hold of an order. */
export function ReleaseOrder(props: OrderActionProps) {
  return (
    <AreaTexts texts={texts}>
      <ReleaseForm {...props} />
    </AreaTexts>
  )
}

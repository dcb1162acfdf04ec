import { type ReactNode, useState } from 'react'
import type { OrderActionProps } from '../order/order-action.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { shippingEn } from '../texts/en/shipping.ts'
import { shippingNb } from '../texts/nb/shipping.ts'
import { CancelLineForm } from './cancel-line-form.tsx'
import { DeliverForm } from './deliver-form.tsx'
import { LinesUpdateForm } from './lines-update-form.tsx'
import { ReallocateForm } from './reallocate-form.tsx'
import { StatusField } from './status-field.tsx'
import { TrackingForm } from './tracking-form.tsx'
import { isSendable, lineUpdates } from './units.ts'
import { UnitsFields } from './units-fields.tsx'
import { useStatusChoice } from './use-status-choice.ts'
import { useUnits } from './use-units.ts'

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

/**
 * Cancels units of a shipment; the steps of the status void what was authorised for them and free
 * what was reserved.
 */
function CancelForm({ order, onDone }: OrderActionProps) {
  const [seen] = useState(order)
  const units = useUnits(seen)
  const status = useStatusChoice(seen, { source: units.source, begin: ({ canceled }) => canceled })
  const { source, lines, entered } = units
  const body =
    status.status !== '' && isSendable(lines, entered)
      ? {
          status: status.status,
          lineItemUpdates: lineUpdates('cancel', { lines, entered, isNew: false }),
          shipmentInfo: { shipmentId: source.shipmentId },
        }
      : null
  return (
    <LinesUpdateForm deed="cancel" order={seen} body={body} onDone={onDone}>
      <UnitsFields units={units} />
      <StatusField choice={status} text="goods" />
    </LinesUpdateForm>
  )
}

/**
 * Moves units to a new shipment, which the API numbers. They keep their status; the one that is
 * chosen goes to what is left.
 */
function SplitForm({ order, onDone }: OrderActionProps) {
  const [seen] = useState(order)
  const units = useUnits(seen)
  const { source, lines, entered } = units
  const status = useStatusChoice(seen, { source, begin: () => [source.orderStatus ?? seen.status] })
  const body =
    status.status !== '' && isSendable(lines, entered)
      ? {
          status: status.status,
          lineItemUpdates: lineUpdates('split', { lines, entered, isNew: false }),
          shipmentInfo: { shipmentId: source.shipmentId },
        }
      : null
  return (
    <LinesUpdateForm deed="split" order={seen} body={body} onDone={onDone}>
      <UnitsFields units={units} />
      <StatusField choice={status} text="left" />
    </LinesUpdateForm>
  )
}

import { useState } from 'react'
import type { OrderActionProps } from '../order/order-action.ts'
import { LinesUpdateForm } from './lines-update-form.tsx'
import { isSendable, lineUpdates } from './units.ts'
import { UnitsFields } from './units-fields.tsx'
import { useUnits } from './use-units.ts'

/** Moves units to a new shipment, which the API numbers. The statuses stay as they are. */
export function SplitForm({ order, onDone }: OrderActionProps) {
  const [seen] = useState(order)
  const units = useUnits(seen)
  const { source, lines, entered } = units
  const body = isSendable(lines, entered)
    ? {
        status: source.orderStatus ?? seen.status,
        lineItemUpdates: lineUpdates('split', { lines, entered, isNew: false }),
        shipmentInfo: { shipmentId: source.shipmentId },
      }
    : null
  return (
    <LinesUpdateForm deed="split" order={seen} body={body} onDone={onDone}>
      <UnitsFields units={units} />
    </LinesUpdateForm>
  )
}

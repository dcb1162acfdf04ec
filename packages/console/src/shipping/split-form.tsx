import { useState } from 'react'
import type { OrderActionProps } from '../order/order-action.ts'
import { LinesUpdateForm } from './lines-update-form.tsx'
import { StatusField } from './status-field.tsx'
import { isSendable, lineUpdates } from './units.ts'
import { UnitsFields } from './units-fields.tsx'
import { useStatusChoice } from './use-status-choice.ts'
import { useUnits } from './use-units.ts'

/**
 * Moves units to a new shipment, which the API numbers. They keep their status; the one that is
 * chosen goes to what is left.
 */
export function SplitForm({ order, onDone }: OrderActionProps) {
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

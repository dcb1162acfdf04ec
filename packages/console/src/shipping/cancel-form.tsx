import { useState } from 'react'
import type { OrderActionProps } from '../order/order-action.ts'
import { LinesUpdateForm } from './lines-update-form.tsx'
import { StatusField } from './status-field.tsx'
import { isSendable, lineUpdates } from './units.ts'
import { UnitsFields } from './units-fields.tsx'
import { useStatusChoice } from './use-status-choice.ts'
import { useUnits } from './use-units.ts'

/**
 * Cancels units of a shipment; the steps of the status void what was authorised for them and free
 * what was reserved.
 */
export function CancelForm({ order, onDone }: OrderActionProps) {
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

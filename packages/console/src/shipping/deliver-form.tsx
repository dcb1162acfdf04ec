import { Checkbox, TextInput } from '@mantine/core'
import type { LinesUpdate } from '@open-oms/client/types'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OrderActionProps } from '../order/order-action.ts'
import { LinesUpdateForm } from './lines-update-form.tsx'
import { StatusField } from './status-field.tsx'
import { isSendable, lineUpdates, nextShipmentId } from './units.ts'
import { UnitsFields } from './units-fields.tsx'
import { useStatusChoice } from './use-status-choice.ts'
import { type UnitsChoice, useUnits } from './use-units.ts'

/** Delivers units of a shipment: in it, or in a new one of their own. */
export function DeliverForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('shipping.deliver')
  const [seen] = useState(order)
  const units = useUnits(seen)
  const status = useStatusChoice(seen, { source: units.source, begin: ({ delivered }) => delivered })
  const [trackingNumber, setTrackingNumber] = useState('')
  const [isSeparate, setSeparate] = useState(false)
  const [keepsCost, setKeepsCost] = useState(false)
  const mayBeSeparate = units.source.shipmentId !== null && units.source === units.sources[0]
  const isNew = isSeparate && mayBeSeparate
  const shipmentId = isNew ? nextShipmentId(seen) : units.source.shipmentId
  const body = bodyOf(units, { status: status.status, shipmentId, isNew, trackingNumber, keepsCost })
  return (
    <LinesUpdateForm deed="deliver" order={seen} body={body} onDone={onDone}>
      <UnitsFields units={units} />
      <StatusField choice={status} text="goods" />
      <TextInput
        label={t('tracking')}
        maxLength={250}
        value={trackingNumber}
        onChange={({ currentTarget }) => setTrackingNumber(currentTarget.value)}
      />
      {mayBeSeparate ? (
        <Checkbox
          label={t('separate')}
          description={t('separateHelp')}
          checked={isSeparate}
          onChange={({ currentTarget }) => setSeparate(currentTarget.checked)}
        />
      ) : null}
      {isNew && units.source.shippingTotal !== 0 ? (
        <Checkbox
          label={t('keepsCost', { shipment: units.source.shipmentId ?? '' })}
          checked={keepsCost}
          onChange={({ currentTarget }) => setKeepsCost(currentTarget.checked)}
        />
      ) : null}
    </LinesUpdateForm>
  )
}

type Delivery = { status: string; shipmentId: string | null; isNew: boolean; trackingNumber: string; keepsCost: boolean }

function bodyOf({ lines, entered }: UnitsChoice, delivery: Delivery): LinesUpdate | null {
  const { status, shipmentId, isNew, keepsCost } = delivery
  if (status === '' || !isSendable(lines, entered)) return null
  const trackingNumber = delivery.trackingNumber.trim()
  const tracking = trackingNumber === '' ? {} : { trackingNumber }
  const cost = isNew ? { isShippingCostKeptForExistingShipment: keepsCost } : {}
  const lineItemUpdates = lineUpdates('deliver', { lines, entered, isNew })
  return { status, lineItemUpdates, shipmentInfo: { shipmentId, ...tracking }, ...cost }
}

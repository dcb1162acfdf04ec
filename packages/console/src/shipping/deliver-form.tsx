import { Checkbox, TextInput } from '@mantine/core'
import type { LinesUpdate } from '@open-oms/client/types'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { StatusMeaning } from '../configuration/status-meaning.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { LinesUpdateForm } from './lines-update-form.tsx'
import { StatusField } from './status-field.tsx'
import { isEverything, isSendable, lineUpdates, nextShipmentId, sourceOfNew } from './units.ts'
import { UnitsFields } from './units-fields.tsx'
import { useStatusChoice } from './use-status-choice.ts'
import { type UnitsChoice, useUnits } from './use-units.ts'

/**
 * Delivers units of a shipment: in it, or in a new one of their own, which is offered where all
 * goods of a shipment leave with the status.
 */
export function DeliverForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('shipping.deliver')
  const [seen] = useState(order)
  const units = useUnits(seen, 'all')
  const { source, sources, lines, entered } = units
  const begin = ({ sent, delivered }: StatusMeaning) => [...new Set([...sent, ...delivered])]
  const status = useStatusChoice(seen, { source, begin, isNarrow: true })
  const [trackingNumber, setTrackingNumber] = useState('')
  const [chosenSeparate, setSeparate] = useState<boolean>()
  const [keepsCost, setKeepsCost] = useState(false)
  const mayBeSeparate = source === sourceOfNew(sources, entered)
  const isSeparate = chosenSeparate ?? (status.isSent && !isEverything(lines, entered))
  const isWhole = isEverything(lines, entered)
  const isNew = isSeparate && mayBeSeparate
  const shipmentId = isNew ? nextShipmentId(seen) : source.shipmentId
  const body = toLinesUpdate(units, { status: status.status, shipmentId, isNew, trackingNumber, keepsCost })
  return (
    <LinesUpdateForm
      deed="deliver"
      order={seen}
      body={body}
      onApart={mayBeSeparate ? () => setSeparate(true) : null}
      onDone={onDone}
    >
      <UnitsFields units={units} />
      <StatusField choice={status} text="goods" />
      <TextInput
        label={t('tracking')}
        maxLength={250}
        value={trackingNumber}
        onChange={({ currentTarget }) => setTrackingNumber(currentTarget.value)}
      />
      {mayBeSeparate && !isWhole ? (
        <Checkbox
          label={t('separate')}
          description={t('separateHelp')}
          checked={isSeparate}
          onChange={({ currentTarget }) => setSeparate(currentTarget.checked)}
        />
      ) : null}
      {isNew && source.shippingTotal !== 0 ? (
        <Checkbox
          label={t('keepsCost', { shipment: source.shipmentId ?? '' })}
          checked={keepsCost}
          onChange={({ currentTarget }) => setKeepsCost(currentTarget.checked)}
        />
      ) : null}
    </LinesUpdateForm>
  )
}

type Delivery = { status: string; shipmentId: string | null; isNew: boolean; trackingNumber: string; keepsCost: boolean }

function toLinesUpdate({ lines, entered }: UnitsChoice, delivery: Delivery): LinesUpdate | null {
  const { status, shipmentId, isNew, keepsCost } = delivery
  if (status === '' || !isSendable(lines, entered)) return null
  const trackingNumber = delivery.trackingNumber.trim()
  const tracking = trackingNumber === '' ? {} : { trackingNumber }
  const cost = isNew ? { isShippingCostKeptForExistingShipment: keepsCost } : {}
  const lineItemUpdates = lineUpdates('deliver', { lines, entered, isNew })
  return { status, lineItemUpdates, shipmentInfo: { shipmentId, ...tracking }, ...cost }
}

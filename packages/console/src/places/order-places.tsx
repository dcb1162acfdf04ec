import { Button } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../session/use-session.ts'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { PagePlaces } from './page-places.tsx'
import { type PlacedButton, placesQuery, usePlaceText } from './places-query.ts'
import { PlacesTexts } from './places-texts.tsx'
import { PressForm } from './press-form.tsx'

/** What the shop adds to the page of an order. */
export function OrderPlaces({ order }: { order: Order }) {
  const may = useMay()
  const { data } = useQuery(placesQuery)
  const buttons = may('changeOrders') ? (data?.buttons ?? []).filter(isOffered(order)) : []
  const { id, orderNumber, customerId, customerEmail, storeId } = order
  // Who may not see personal data gets it masked.
  const personal = may('seeCustomers') ? { customerId, email: customerEmail } : {}
  return (
    <PagePlaces
      page="order"
      id={id}
      values={{ orderId: id, orderNumber, storeId, ...personal }}
      buttons={
        buttons.length === 0 ? undefined : (
          <PlacesTexts>
            <OrderButtons order={order} buttons={buttons} />
          </PlacesTexts>
        )
      }
    />
  )
}

function isOffered({ status }: Order) {
  return ({ statuses }: { statuses: readonly string[] }) =>
    status !== 'Deleted' && (statuses.length === 0 || (status !== null && statuses.includes(status)))
}

/** The buttons that the shop adds to an order, each with its dialog. */
function OrderButtons({ order, buttons }: { order: Order; buttons: readonly PlacedButton[] }) {
  const t = useTranslations('places.button')
  const textOf = usePlaceText()
  const [pressed, setPressed] = useState<PlacedButton>()
  const close = () => setPressed(undefined)
  return (
    <>
      {buttons.map((button) => (
        <Button key={button.id} size="xs" variant="default" onClick={() => setPressed(button)}>
          {textOf(button.label)}
        </Button>
      ))}
      <BusyDialog
        opened={pressed !== undefined}
        onClose={close}
        title={pressed === undefined ? '' : textOf(pressed.label)}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {pressed === undefined ? null : <PressForm order={order} button={pressed} onDone={close} />}
      </BusyDialog>
    </>
  )
}

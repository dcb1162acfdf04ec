import { Button } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { type PlacedButton, usePlaceText } from './places-query.ts'
import { PressForm } from './press-form.tsx'

/** The buttons that the shop adds to an order, each with its dialog. */
export function OrderButtons({ order, buttons }: { order: Order; buttons: readonly PlacedButton[] }) {
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

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BusyDialog } from '../shell/busy-dialog.tsx'

type DialogProps = {
  label: string
  /** What the button does, and to what. */
  title: string
  isDisabled?: boolean
  /** The form in the dialog, which closes it when it is done. */
  form: (close: () => void) => ReactNode
}

/** A button with the dialog that it opens. */
export function StockDialog({ label, title, isDisabled = false, form }: DialogProps) {
  const t = useTranslations('stock.correct')
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} disabled={isDisabled} aria-label={title}>
        {label}
      </Button>
      <BusyDialog opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
        {isOpen ? form(close) : null}
      </BusyDialog>
    </>
  )
}

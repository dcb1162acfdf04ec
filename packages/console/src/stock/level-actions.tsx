import { Button, Group, Loader } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../session/use-session.ts'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import type { StockLevel } from './stock-groups.ts'

// Their fields are much script, and needed by few who look at the stock.
const CorrectionForm = lazy(async () => ({ default: (await import('./correct-stock.tsx')).CorrectionForm }))
const ReceiveForm = lazy(async () => ({ default: (await import('./move-stock.tsx')).ReceiveForm }))
const TransferForm = lazy(async () => ({ default: (await import('./move-stock.tsx')).TransferForm }))

/** What a person may do with a level; nothing for who may only read. */
export function LevelActions({ level }: { level: StockLevel }) {
  const t = useTranslations('stock.correct')
  const mayChange = useMay()('changeOrders')
  if (!mayChange) return null
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <ReceiveStock level={level} />
      <TransferStock level={level} />
      <CorrectStock level={level} label={t('open')} />
    </Group>
  )
}

function ReceiveStock({ level }: { level: StockLevel }) {
  const t = useTranslations('stock.receive')
  const title = t('of', { sku: level.skuId, warehouse: level.warehouseCode })
  const form = (close: () => void) => (
    <Suspense fallback={<Loader />}>
      <ReceiveForm level={level} onDone={close} />
    </Suspense>
  )
  return <StockDialog label={t('open')} title={title} form={form} />
}

function TransferStock({ level }: { level: StockLevel }) {
  const t = useTranslations('stock.transfer')
  const title = t('of', { sku: level.skuId, warehouse: level.warehouseCode })
  const form = (close: () => void) => (
    <Suspense fallback={<Loader />}>
      <TransferForm level={level} onDone={close} />
    </Suspense>
  )
  return <StockDialog label={t('open')} title={title} isDisabled={level.availableQuantity <= 0} form={form} />
}

/** A button that adjusts a level, or one that is named in the form when there is none yet. */
export function CorrectStock({ level, label }: { level: StockLevel | null; label: string }) {
  const t = useTranslations('stock.correct')
  const title = level === null ? label : t('of', { sku: level.skuId, warehouse: level.warehouseCode })
  const form = (close: () => void) => (
    <Suspense fallback={<Loader />}>
      <CorrectionForm level={level} onDone={close} />
    </Suspense>
  )
  return <StockDialog label={label} title={title} form={form} />
}

type DialogProps = {
  label: string
  /** What the button does, and to what. */
  title: string
  isDisabled?: boolean
  /** The form in the dialog, which closes it when it is done. */
  form: (close: () => void) => ReactNode
}

/** A button with the dialog that it opens. */
function StockDialog({ label, title, isDisabled = false, form }: DialogProps) {
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

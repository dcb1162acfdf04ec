import { Group } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useMayChangeOrders } from '../session/use-session.ts'
import { CorrectStock } from './correct-stock.tsx'
import { ReceiveStock, TransferStock } from './move-stock.tsx'
import type { StockLevel } from './stock-groups.ts'

/** What a person may do with a level; nothing for who may only read. */
export function LevelActions({ level }: { level: StockLevel }) {
  const t = useTranslations('stock.correct')
  const mayChange = useMayChangeOrders()
  if (!mayChange) return null
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <ReceiveStock level={level} />
      <TransferStock level={level} />
      <CorrectStock level={level} label={t('open')} />
    </Group>
  )
}

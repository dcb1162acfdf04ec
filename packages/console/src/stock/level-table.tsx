import { Box, Table, Text, UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useMayChangeOrders } from '../session/use-session.ts'
import { CorrectStock } from './correct-stock.tsx'
import type { StockLevel } from './stock-queries.ts'

type TableProps = { levels: readonly StockLevel[]; onOpen: (level: StockLevel) => void }

/**
 * Stock levels as rows. On a phone the warehouse is below its SKU, and corrections are made in the
 * details.
 */
export function LevelTable({ levels, onOpen }: TableProps) {
  const t = useTranslations('stock.columns')
  return (
    <Table highlightOnHover verticalSpacing={6} horizontalSpacing={6} aria-label={t('table')} className="figures">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('sku')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('warehouse')}</Table.Th>
          <Table.Th ta="right">{t('quantity')}</Table.Th>
          <Table.Th ta="right">{t('reserved')}</Table.Th>
          <Table.Th ta="right">{t('free')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('modified')}</Table.Th>
          <Table.Th visibleFrom="sm">
            <span className="for-screen-readers">{t('actions')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {levels.map((level) => (
          <LevelRow key={JSON.stringify([level.skuId, level.warehouseCode])} level={level} onOpen={onOpen} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function LevelRow({ level, onOpen }: { level: StockLevel; onOpen: TableProps['onOpen'] }) {
  const t = useTranslations('stock')
  const format = useFormat()
  const mayCorrect = useMayChangeOrders()
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <UnstyledButton
          fw={600}
          fz="sm"
          td="underline"
          aria-label={t('open', { sku: level.skuId, warehouse: level.warehouseCode })}
          onClick={() => onOpen(level)}
        >
          {level.skuId}
        </UnstyledButton>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {level.warehouseCode}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{level.warehouseCode}</Table.Td>
      <Table.Td ta="right">{format.quantity(level.quantity)}</Table.Td>
      <Table.Td ta="right">{format.quantity(level.reservedQuantity)}</Table.Td>
      <Table.Td ta="right">
        <FreeUnits units={level.availableQuantity} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{format.time(level.modified)}</Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {mayCorrect ? <CorrectStock level={level} label={t('correct.open')} /> : null}
      </Table.Td>
    </Table.Tr>
  )
}

/** Free units; none and less than none are marked by a word and not by a colour alone. */
export function FreeUnits({ units }: { units: number }) {
  const t = useTranslations('stock.marks')
  const format = useFormat()
  const mark = units < 0 ? 'backordered' : units === 0 ? 'soldOut' : null
  return (
    <Box component="span" fw={600}>
      {mark === null ? null : (
        <Text span size="xs" c="dimmed" mr="xs">
          {t(mark)}
        </Text>
      )}
      {format.quantity(units)}
    </Box>
  )
}

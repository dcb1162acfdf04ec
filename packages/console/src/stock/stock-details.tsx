import { Anchor, Box, Button, Drawer, Group, Loader, Stack, Table, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useMay } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'
import { LevelActions } from './level-actions.tsx'
import { AvailableUnits } from './product-stock-table.tsx'
import type { StockLevel } from './stock-groups.ts'
import { levelQuery, movementsQuery, type StockMovement, type StockName } from './stock-queries.ts'

// Its field for a number is much script, and needed by few who look at the stock.
const LowStockLimit = lazy(async () => ({ default: (await import('./low-stock-limit.tsx')).LowStockLimit }))

/**
 * One SKU in one warehouse: what there is, and the movements that made it so. Nothing is shown
 * without a name.
 */
export function StockDetails({ name, onClose }: { name: StockName | null; onClose: () => void }) {
  const t = useTranslations('stock.details')
  return (
    <Drawer
      opened={name !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={name === null ? '' : t('title', { sku: name.skuId, warehouse: name.warehouseCode })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {name === null ? null : <Details name={name} />}
    </Drawer>
  )
}

function Details({ name }: { name: StockName }) {
  const t = useTranslations('stock.details')
  const mayChange = useMay()('changeOrders')
  const level = useQuery(levelQuery(name))
  if (level.isPending) return <Loader role="status" aria-label={t('loading')} />
  if (level.isError) return <ErrorState error={level.error} onRetry={() => void level.refetch()} />
  if (level.data === null) return <Text c="dimmed">{t('none')}</Text>
  return (
    <Stack>
      <Figures level={level.data} />
      <Suspense>{mayChange ? <LowStockLimit key={level.data.lowStockAt} level={level.data} /> : null}</Suspense>
      <Movements name={name} />
    </Stack>
  )
}

function Figures({ level }: { level: StockLevel }) {
  const t = useTranslations('stock')
  const format = useFormat()
  return (
    <Group justify="space-between" align="end">
      <Box component="dl" className="facts figures">
        <dt>{t('columns.quantity')}</dt>
        <dd>{format.quantity(level.quantity)}</dd>
        <dt>{t('columns.reserved')}</dt>
        <dd>{format.quantity(level.reservedQuantity)}</dd>
        <dt>{t('columns.free')}</dt>
        <dd>
          <AvailableUnits units={level.availableQuantity} isLow={level.isLow} />
        </dd>
      </Box>
      <LevelActions level={level} />
    </Group>
  )
}

function Movements({ name }: { name: StockName }) {
  const t = useTranslations('stock.movements')
  const found = useInfiniteQuery(movementsQuery(name))
  const movements = found.data?.pages.flatMap(({ result }) => result) ?? []
  return (
    <Stack gap="xs" component="section" aria-label={t('title')}>
      <Title order={2} size="h5">
        {t('title')}
      </Title>
      {found.isPending ? <Loader size="sm" role="status" aria-label={t('loading')} /> : null}
      {found.isError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isSuccess && movements.length === 0 ? <Text c="dimmed">{t('none')}</Text> : null}
      {movements.length > 0 ? <MovementTable movements={movements} /> : null}
      {found.hasNextPage ? (
        <Button size="xs" variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </Stack>
  )
}

function MovementTable({ movements }: { movements: readonly StockMovement[] }) {
  const t = useTranslations('stock.movements')
  const format = useFormat()
  const signed = (units: number) => (units > 0 ? `+${format.quantity(units)}` : format.quantity(units))
  return (
    <Table verticalSpacing={6} aria-label={t('title')} className="figures">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('what')}</Table.Th>
          <Table.Th ta="right">{t('quantity')}</Table.Th>
          <Table.Th ta="right">{t('reserved')}</Table.Th>
          <Table.Th>{t('cause')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {movements.map((movement) => (
          <Table.Tr key={movement.id}>
            <Table.Td>
              <Text size="sm">{t(`kinds.${movement.kind}`)}</Text>
              <Text size="xs" c="dimmed">
                {format.time(movement.created)}
              </Text>
            </Table.Td>
            <Table.Td ta="right">{signed(movement.quantityDelta)}</Table.Td>
            <Table.Td ta="right">{signed(movement.reservedDelta)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Cause movement={movement} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Cause({ movement: { orderId, reason } }: { movement: StockMovement }) {
  const t = useTranslations('stock.movements')
  if (orderId === null) return <Text size="sm">{reason ?? '–'}</Text>
  return (
    <Anchor component={Link} to={`/orders/${encodeURIComponent(orderId)}`} size="sm" underline="always">
      {t('order', { order: orderId })}
    </Anchor>
  )
}

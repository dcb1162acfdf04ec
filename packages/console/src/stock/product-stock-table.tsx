import { Anchor, Box, Group, Table, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import '../order-page/order-page.css'
import './stock.css'
import { AssetPicture } from '../catalogue/assets/asset-picture.tsx'
import { useFormat } from '../display/use-format.ts'
import { LevelActions } from './level-actions.tsx'
import type { StockLevel } from './stock-groups.ts'
import { levelKey, type NamedLevel, type ProductStock, totalOf } from './stock-groups.ts'

type TableProps = {
  products: readonly ProductStock[]
  /** Whether the warehouses of each product are shown without asking. */
  isOpen: boolean
  onOpen: (level: StockLevel) => void
}

/**
 * Stock by product, with the warehouses of a product below it. On a phone the figures of a level
 * are below its name.
 */
export function ProductStockTable({ products, isOpen, onOpen }: TableProps) {
  const t = useTranslations('stock.columns')
  return (
    <Table verticalSpacing={6} horizontalSpacing={6} aria-label={t('table')} className="figures product-stock">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('product')}</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            {t('quantity')}
          </Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            {t('reserved')}
          </Table.Th>
          <Table.Th ta="right">{t('free')}</Table.Th>
          <Table.Th visibleFrom="sm">
            <span className="for-screen-readers">{t('actions')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {products.map((product) => (
          <ProductRows key={product.key} product={product} beginsOpen={isOpen} onOpen={onOpen} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

type RowsProps = { product: ProductStock; beginsOpen: boolean; onOpen: TableProps['onOpen'] }

function ProductRows({ product, beginsOpen, onOpen }: RowsProps) {
  const t = useTranslations('stock')
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? beginsOpen
  const total = totalOf(product.levels)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Fragment>
      <Table.Tr>
        <Table.Td>
          <UnstyledButton aria-expanded={isOpen} onClick={() => setChosen(!isOpen)} className="stock-product">
            <Chevron size={16} aria-hidden />
            <AssetPicture url={product.picture} size={160} alt="" height={44} width={44} />
            <Box miw={0}>
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {product.name}
              </Text>
              <Text size="xs" c="dimmed">
                {t('places', { count: product.levels.length })}
              </Text>
            </Box>
          </UnstyledButton>
        </Table.Td>
        <FigureCells quantity={total.quantity} reserved={total.reserved} />
        <Table.Td ta="right">
          <AvailableUnits units={total.available} isLow={total.lowPlaces > 0} lowPlaces={total.lowPlaces} />
        </Table.Td>
        <Table.Td visibleFrom="sm" />
      </Table.Tr>
      {isOpen ? product.levels.map((one) => <LevelRow key={levelKey(one.level)} named={one} onOpen={onOpen} />) : null}
    </Fragment>
  )
}

function FigureCells({ quantity, reserved }: { quantity: number; reserved: number }) {
  const format = useFormat()
  return (
    <>
      <Table.Td ta="right" visibleFrom="sm">
        {format.quantity(quantity)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {format.quantity(reserved)}
      </Table.Td>
    </>
  )
}

function LevelRow({ named: { level, variantName }, onOpen }: { named: NamedLevel; onOpen: TableProps['onOpen'] }) {
  const t = useTranslations('stock')
  const format = useFormat()
  const { skuId, warehouseCode, quantity, reservedQuantity } = level
  const figures = { quantity: format.quantity(quantity), reserved: format.quantity(reservedQuantity) }
  return (
    <Table.Tr>
      <Table.Td pl={{ base: 'xs', sm: 76 }} style={{ overflowWrap: 'anywhere' }}>
        <Anchor
          component="button"
          size="sm"
          aria-label={t('open', { sku: skuId, warehouse: warehouseCode })}
          onClick={() => onOpen(level)}
        >
          {warehouseCode}
        </Anchor>
        <Text size="xs" c="dimmed">
          {variantName === null ? skuId : t('variant', { variant: variantName, sku: skuId })}
        </Text>
        <Box hiddenFrom="sm">
          <Text size="xs" mb={4}>
            {t('figures', figures)}
          </Text>
          <LevelActions level={level} />
        </Box>
      </Table.Td>
      <FigureCells quantity={quantity} reserved={reservedQuantity} />
      <Table.Td ta="right">
        <AvailableUnits units={level.availableQuantity} isLow={level.isLow} />
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        <LevelActions level={level} />
      </Table.Td>
    </Table.Tr>
  )
}

/**
 * Available units; what is low, of a product in how many places, is said by a word and not by a
 * colour alone.
 */
export function AvailableUnits({ units, isLow, lowPlaces }: { units: number; isLow: boolean; lowPlaces?: number }) {
  const t = useTranslations('stock.marks')
  const format = useFormat()
  const mark = units < 0 ? 'backordered' : units === 0 ? 'soldOut' : isLow ? 'low' : null
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {mark === null ? null : (
        <span className="order-chip" data-tone={mark === 'low' ? 'amber' : 'red'}>
          {mark === 'low' && lowPlaces !== undefined ? t('lowPlaces', { count: lowPlaces }) : t(mark)}
        </span>
      )}
      <Text span size="sm" fw={600}>
        {format.quantity(units)}
      </Text>
    </Group>
  )
}

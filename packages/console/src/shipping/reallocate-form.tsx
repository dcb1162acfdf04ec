import { Autocomplete } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { gateway } from '../session/gateway.ts'
import type { StockLevel } from '../stock/stock-groups.ts'
import { SKUS_MAX } from '../stock/stock-queries.ts'
import { LinesUpdateForm } from './lines-update-form.tsx'
import { StatusField } from './status-field.tsx'
import { isSendable, lineUpdates, type ShipmentLine } from './units.ts'
import { UnitsFields } from './units-fields.tsx'
import { useStatusChoice } from './use-status-choice.ts'
import { useUnits } from './use-units.ts'

/** Moves units to the shipment that leaves from another warehouse. */
export function ReallocateForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('shipping.reallocate')
  const format = useFormat()
  const [seen] = useState(order)
  const units = useUnits(seen)
  const { source, lines, entered } = units
  const status = useStatusChoice(seen, { source, begin: () => [source.orderStatus ?? seen.status] })
  const [typed, setTyped] = useState('')
  const warehouse = typed.trim()
  const { data: levels = [] } = useQuery(stockOfLinesQuery(lines))
  const availableQuantity = ({ code }: ShipmentLine) =>
    levels.find((level) => level.skuId === code && level.warehouseCode === warehouse)?.availableQuantity ?? null
  const stockNote = (line: ShipmentLine) => {
    const free = availableQuantity(line)
    if (warehouse === '') return null
    return free === null ? t('noStock', { warehouse }) : t('free', { warehouse, count: format.quantity(free) })
  }
  const isSendableNow =
    status.status !== '' && warehouse !== '' && warehouse !== source.warehouseCode && isSendable(lines, entered)
  const body = isSendableNow
    ? {
        status: status.status,
        lineItemUpdates: lineUpdates('reallocate', { lines, entered, isNew: false }),
        shipmentInfo: { shipmentId: source.shipmentId, warehouseCode: warehouse },
      }
    : null
  return (
    <LinesUpdateForm deed="reallocate" order={seen} body={body} onDone={onDone}>
      <Autocomplete
        label={t('warehouse')}
        description={source.warehouseCode === null ? null : t('from', { warehouse: source.warehouseCode })}
        required
        maxLength={250}
        error={warehouse !== '' && warehouse === source.warehouseCode ? t('same') : null}
        value={typed}
        onChange={setTyped}
        data={otherWarehouses(levels, source.warehouseCode)}
      />
      <UnitsFields units={units} noteOf={stockNote} />
      <StatusField choice={status} text="left" />
    </LinesUpdateForm>
  )
}

/**
 * The stock of what the lines are of, in all warehouses; of the first ones where they are more than
 * an address can carry.
 */
function stockOfLinesQuery(lines: readonly ShipmentLine[]) {
  const skuIds = [...new Set(lines.flatMap(({ code }) => code ?? []))].slice(0, SKUS_MAX)
  return queryOptions({
    queryKey: ['stock', 'of', skuIds],
    queryFn: ({ signal }) => gateway.get('/api/Inventory', { query: { skuIds }, signal }),
    enabled: skuIds.length > 0,
  })
}

/** The warehouses that have stock of something, without the one that the goods leave from now. */
function otherWarehouses(levels: readonly Pick<StockLevel, 'warehouseCode'>[], own: string | null): string[] {
  return [...new Set(levels.map(({ warehouseCode }) => warehouseCode))].filter((code) => code !== own).sort()
}

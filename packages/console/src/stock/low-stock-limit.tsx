import { Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import type { StockLevel } from './stock-groups.ts'
import { useStockWrite } from './use-stock-write.ts'

/** At how many available units a level is low; empty: as the shop has it for all. */
export function LowStockLimit({ level }: { level: StockLevel }) {
  const t = useTranslations('stock.limit')
  const format = useFormat()
  const [units, setUnits] = useState(level.lowStockAt)
  const { skuId, warehouseCode } = level
  const write = useStockWrite({
    // The quantity is not named: goods that leave meanwhile stay gone.
    send: (lowStockAt: number | null, idempotencyKey) =>
      gateway.put('/api/Inventory', { body: [{ skuId, warehouseCode, lowStockAt }], idempotencyKey }),
    done: (lowStockAt) =>
      lowStockAt === null ? t('usual', { sku: skuId }) : t('done', { sku: skuId, units: format.quantity(lowStockAt) }),
    onDone: () => undefined,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!write.isPending) write.mutate(units)
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <NumberField
          label={t('label')}
          description={t('help')}
          w={260}
          min={0}
          max={1_000_000_000}
          decimalScale={3}
          allowNegative={false}
          value={units}
          onChange={setUnits}
        />
        <Button type="submit" variant="default" disabled={units === level.lowStockAt} loading={write.isPending}>
          {t('submit')}
        </Button>
      </Group>
      {write.isError ? <ErrorState error={write.error} /> : null}
    </form>
  )
}

import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { useIdempotencyKey } from '../session/use-idempotency-key.ts'
import { ErrorState } from '../shell/states.tsx'
import { useKeepOpen } from '../shell/use-keep-open.ts'
import { type Correction, saveCorrection } from './correction.ts'
import type { StockLevel } from './stock-groups.ts'

/** Adjusts a level, or one that is named here when there is none yet. */
export function CorrectionForm({ level, onDone }: { level: StockLevel | null; onDone: () => void }) {
  const t = useTranslations('stock.correct')
  const [skuId, setSkuId] = useState(level?.skuId ?? '')
  const [warehouseCode, setWarehouse] = useState(level?.warehouseCode ?? '')
  const [kind, setKind] = useState<Correction['kind']>('count')
  const [units, setUnits] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const { correct, current } = useCorrection(level, onDone)
  const isComplete = skuId.trim() !== '' && warehouseCode.trim() !== '' && units !== null && (kind === 'count' || units !== 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) correct.mutate({ kind, units, reason: reason.trim(), skuId, warehouseCode })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {level === null ? (
          <NameFields {...{ skuId, setSkuId, warehouseCode, setWarehouse }} />
        ) : (
          <KindChoice kind={kind} onChange={setKind} />
        )}
        <UnitsField kind={kind} units={units} onChange={setUnits} />
        {kind === 'adjust' ? (
          <TextInput
            label={t('reason')}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : null}
        <Outcome {...{ kind, units, level: current }} />
        {correct.data?.outcome === 'changed' ? <Changed quantity={correct.data.level?.quantity ?? null} /> : null}
        {correct.isError ? <ErrorState error={correct.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isComplete} loading={correct.isPending}>
            {t('submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type NameProps = {
  skuId: string
  setSkuId: (skuId: string) => void
  warehouseCode: string
  setWarehouse: (code: string) => void
}

function NameFields({ skuId, setSkuId, warehouseCode, setWarehouse }: NameProps) {
  const t = useTranslations('stock.columns')
  return (
    <>
      <TextInput
        label={t('sku')}
        required
        maxLength={250}
        data-autofocus
        value={skuId}
        onChange={(event) => setSkuId(event.currentTarget.value)}
      />
      <TextInput
        label={t('warehouse')}
        required
        maxLength={250}
        value={warehouseCode}
        onChange={(event) => setWarehouse(event.currentTarget.value)}
      />
    </>
  )
}

function KindChoice({ kind, onChange }: { kind: Correction['kind']; onChange: (kind: Correction['kind']) => void }) {
  const t = useTranslations('stock.correct')
  const data = [
    { value: 'count' as const, label: t('count') },
    { value: 'adjust' as const, label: t('adjust') },
  ]
  return <SegmentedControl fullWidth aria-label={t('kind')} value={kind} onChange={onChange} data={data} />
}

type UnitsProps = { kind: Correction['kind']; units: number | null; onChange: (units: number | null) => void }

function UnitsField({ kind, units, onChange }: UnitsProps) {
  const t = useTranslations('stock.correct')
  return (
    <NumberField
      label={t(kind === 'count' ? 'counted' : 'difference')}
      description={kind === 'count' ? null : t('differenceHelp')}
      required
      data-autofocus
      allowNegative={kind === 'adjust'}
      value={units}
      onChange={onChange}
    />
  )
}

function Outcome({ kind, units, level }: { kind: Correction['kind']; units: number | null; level: StockLevel | null }) {
  const t = useTranslations('stock.correct')
  const format = useFormat()
  if (level === null) return null
  const after = units === null ? level.quantity : kind === 'count' ? units : level.quantity + units
  return (
    <Text size="sm" c="dimmed" className="figures">
      {t('outcome', {
        before: format.quantity(level.quantity),
        after: format.quantity(after),
        reserved: format.quantity(level.reservedQuantity),
        free: format.quantity(after - level.reservedQuantity),
      })}
    </Text>
  )
}

function Changed({ quantity }: { quantity: number | null }) {
  const t = useTranslations('stock.correct.changed')
  const format = useFormat()
  return (
    <Alert color="yellow" variant="outline" role="alert" title={t('title')}>
      {t('text', { quantity: format.quantity(quantity ?? 0) })}
    </Alert>
  )
}

/** The write of the form, and the level that the person decides upon: the newest that is known. */
function useCorrection(level: StockLevel | null, onDone: () => void) {
  const t = useTranslations('stock.correct')
  const format = useFormat()
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const [current, setCurrent] = useState(level)
  const correct = useMutation({
    mutationFn: (correction: Correction) =>
      saveCorrection({ correction, seen: current, idempotencyKey: keyOf(JSON.stringify(correction)) }),
    onSuccess: async (result) => {
      if (result.outcome === 'changed') return setCurrent(result.level)
      await queries.invalidateQueries({ queryKey: ['stock'] })
      const message = t('saved', { sku: result.level.skuId, quantity: format.quantity(result.level.quantity) })
      const color = result.warning === null ? 'green' : 'yellow'
      const closeButtonProps = { 'aria-label': t('close') }
      notifications.show({ color, title: message, message: result.warning, closeButtonProps })
      onDone()
    },
  })
  useKeepOpen(correct.isPending)
  return { correct, current }
}

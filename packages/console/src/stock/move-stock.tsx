import { Autocomplete, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import type { StockLevel } from './stock-groups.ts'
import { useStockWrite } from './use-stock-write.ts'

type FormProps = { level: StockLevel; onDone: () => void }

/** Adds goods that have come to a warehouse. */
export function ReceiveForm({ level: { skuId, warehouseCode, quantity }, onDone }: FormProps) {
  const t = useTranslations('stock.receive')
  const format = useFormat()
  const [units, setUnits] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const isComplete = units !== null && units > 0
  const shown = format.quantity(units ?? 0)
  const receive = useStockWrite({
    send: (row: { delta: number; reason: string }, idempotencyKey) =>
      gateway.post('/api/Inventory/Adjust', { body: [{ skuId, warehouseCode, ...row }], idempotencyKey }),
    done: ({ delta }) => t('done', { count: format.quantity(delta), sku: skuId, warehouse: warehouseCode }),
    onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) receive.mutate({ delta: units, reason: reason.trim() || t('defaultReason') })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <NumberField label={t('units')} required data-autofocus allowNegative={false} value={units} onChange={setUnits} />
        <ReasonField label={t('reason')} placeholder={t('defaultReason')} value={reason} onChange={setReason} />
        <Text size="sm" c="dimmed" className="figures">
          {t('outcome', { before: format.quantity(quantity), after: format.quantity(quantity + (units ?? 0)) })}
        </Text>
        {receive.isError ? <ErrorState error={receive.error} /> : null}
        <SubmitButton
          isReady={isComplete}
          isPending={receive.isPending}
          label={isComplete ? t('submit', { count: shown }) : t('open')}
        />
      </Stack>
    </form>
  )
}

type Transfer = { toWarehouseCode: string; quantity: number; reason: string }

/** Moves units to another warehouse. */
export function TransferForm({ level: { skuId, warehouseCode, availableQuantity }, onDone }: FormProps) {
  const t = useTranslations('stock.transfer')
  const format = useFormat()
  const names = useConfiguredNames()
  const [to, setTo] = useState('')
  const [units, setUnits] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [toWarehouseCode, isSame] = [to.trim(), to.trim() === warehouseCode]
  const isTooMuch = units !== null && units > availableQuantity
  const isComplete = units !== null && units > 0 && !isTooMuch && toWarehouseCode !== '' && !isSame
  const transfer = useStockWrite({
    send: ({ reason, ...row }: Transfer, idempotencyKey) => {
      const body = [{ skuId, fromWarehouseCode: warehouseCode, ...row, ...(reason === '' ? {} : { reason }) }]
      return gateway.post('/api/Inventory/Transfer', { body, idempotencyKey })
    },
    done: ({ quantity, toWarehouseCode: warehouse }) => t('done', { count: format.quantity(quantity), sku: skuId, warehouse }),
    onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) transfer.mutate({ toWarehouseCode, quantity: units, reason: reason.trim() })
  }
  const others = [...new Set((names?.stores ?? []).flatMap(({ warehouses }) => warehouses))].filter(
    (code) => code !== warehouseCode,
  )
  const tooMuch = t('tooMuch', { count: format.quantity(Math.max(0, availableQuantity)) })
  const label = isComplete ? t('submit', { count: format.quantity(units), warehouse: toWarehouseCode }) : t('open')
  return (
    <form onSubmit={submit}>
      <Stack>
        <NumberField
          label={t('units')}
          description={t('available', { count: format.quantity(Math.max(0, availableQuantity)), warehouse: warehouseCode })}
          required
          data-autofocus
          allowNegative={false}
          error={isTooMuch ? tooMuch : null}
          value={units}
          onChange={setUnits}
        />
        <Autocomplete
          label={t('to')}
          required
          maxLength={250}
          error={isSame ? t('same') : null}
          value={to}
          onChange={setTo}
          data={others.toSorted()}
        />
        <ReasonField label={t('reason')} value={reason} onChange={setReason} />
        {transfer.isError ? <ErrorState error={transfer.error} /> : null}
        <SubmitButton isReady={isComplete} isPending={transfer.isPending} label={label} />
      </Stack>
    </form>
  )
}

type ReasonProps = { label: string; placeholder?: string; value: string; onChange: (reason: string) => void }

function ReasonField({ onChange, ...props }: ReasonProps) {
  return <TextInput {...props} maxLength={1000} onChange={(event) => onChange(event.currentTarget.value)} />
}

function SubmitButton({ isReady, isPending, label }: { isReady: boolean; isPending: boolean; label: string }) {
  return (
    <Group justify="flex-end">
      <Button type="submit" disabled={!isReady} loading={isPending}>
        {label}
      </Button>
    </Group>
  )
}

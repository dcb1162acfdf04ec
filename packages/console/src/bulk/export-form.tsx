import { Button, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../display/save-file.ts'
import { useFormat } from '../display/use-format.ts'
import { type ColumnName, columnNames, firstColumns } from '../orders/column-names.ts'
import { columnField } from '../orders/field-columns.ts'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import { useKeepOpen } from '../shell/use-keep-open.ts'
import type { BulkFormProps, BulkTarget } from './bulk-action.ts'
import { createRecordCounter } from './csv-records.ts'
import { searchOfView } from './found-search.ts'

/** What of an order is in the columns of the list, as property paths. */
const paths: Readonly<Record<ColumnName, readonly string[]>> = {
  number: ['id', 'orderNumber'],
  status: ['status'],
  customer: ['customerName'],
  items: ['orderForm.lineItems[0].code', 'orderForm.lineItems[0].displayName', 'orderForm.lineItems[0].quantity'],
  payment: ['paymentStatus'],
  fulfilment: ['fulfilmentStatus'],
  created: ['created'],
  age: ['created'],
  total: ['total', 'billingCurrency'],
  store: ['storeId'],
  shipping: ['orderForm.shipments[0].shippingMethodName'],
  warehouse: ['orderForm.shipments[0].warehouseCode'],
  assignee: ['properties[Picker]'],
  hold: ['holds[0].reasonCode'],
  error: ['errors[0].message'],
  expires: ['orderForm.payments[0].authorizationExpires'],
  type: ['orderType'],
  modified: ['modified'],
  tags: ['tags'],
}

/**
 * Downloads the orders as CSV: any number of them, as of one moment. The service makes texts
 * harmless to spreadsheets.
 */
export function ExportForm(target: BulkFormProps) {
  const t = useTranslations('bulk.export')
  const format = useFormat()
  const [hasAll, setAll] = useState(false)
  const { download, records, stop } = useExport(target)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    download.mutate(hasAll ? [] : columnPaths(target.view.columns))
  }
  const progress = { done: format.count(records), all: format.count(target.count) }
  return (
    <Stack component="form" onSubmit={submit}>
      <NativeSelect
        label={t('columns')}
        value={hasAll ? 'all' : 'shown'}
        disabled={download.isPending}
        data-autofocus
        onChange={({ currentTarget }) => setAll(currentTarget.value === 'all')}
        data={[
          { value: 'shown', label: t('shownColumns') },
          { value: 'all', label: t('allColumns') },
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('explain')}
      </Text>
      {download.isPending || download.isSuccess ? (
        <Progress value={download.isSuccess ? 100 : (records / Math.max(1, target.count)) * 100} aria-label={t('progress')} />
      ) : null}
      {download.isError && download.error.name !== 'AbortError' ? <ErrorState error={download.error} /> : null}
      <Group justify="space-between">
        <Text size="sm" role="status" className="figures">
          {download.isPending ? t('exported', progress) : download.isSuccess ? t('done', progress) : ''}
        </Text>
        {download.isPending ? (
          <Button variant="default" onClick={stop}>
            {t('stop')}
          </Button>
        ) : (
          <Button type="submit">{t('submit')}</Button>
        )}
      </Group>
    </Stack>
  )
}

function useExport(target: BulkTarget) {
  const [records, setRecords] = useState(0)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const download = useMutation({
    mutationFn: async (columns: string[]) => {
      running.current = new AbortController()
      const { signal } = running.current
      setRecords(0)
      const body = { ...(await wanted(target, signal)), format: 'csv', bom: true, columns }
      const response = await gateway.open({ method: 'POST', path: '/api/Orders/ExportOrders', body, signal })
      const file = await counted(response, setRecords)
      saveFile(file, `orders-${new Date().toISOString().slice(0, 10)}.csv`)
    },
  })
  useKeepOpen(download.isPending)
  return { download, records, stop: () => running.current?.abort() }
}

async function wanted({ orders, view }: BulkTarget, signal: AbortSignal): Promise<object> {
  return orders.length > 0 ? { orderIds: orders.map(({ id }) => id) } : await searchOfView(view, signal)
}

/** The file of a response; `onRecords` is called with the number of orders that have arrived. */
async function counted(response: Response, onRecords: (records: number) => void): Promise<Blob> {
  const count = createRecordCounter()
  const progress = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      // The first record has the names of the columns.
      onRecords(Math.max(0, count(chunk) - 1))
      controller.enqueue(chunk)
    },
  })
  return await new Response(response.body?.pipeThrough(progress), { headers: { 'content-type': 'text/csv' } }).blob()
}

function columnPaths(columns: readonly string[] | undefined): string[] {
  const chosen = columns ?? firstColumns
  const shown = columnNames.filter((name) => name === 'number' || chosen.includes(name))
  const fields = chosen.flatMap((name) => columnField(name) ?? []).map((key) => `properties[${key}]`)
  return [...new Set([...shown.flatMap((name) => paths[name]), ...fields])]
}

import { Button, Group, Loader, NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { ShipmentToPick } from '@open-oms/client/types'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { saveFile } from '../display/save-file.ts'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { gateway } from '../session/gateway.ts'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { LastPacked } from './packing/last-packed.tsx'
import { PickNotices } from './pick-notices.tsx'
import { toPickRequest } from './pick-queries.ts'
import { rememberWarehouse, usePickQueue } from './use-pick-queue.ts'

/** The orders that are to be picked in a warehouse, by shelf. */
export function PickQueue() {
  const t = useTranslations('warehouse')
  const { warehouse, store, picks, found, shipments } = usePickQueue()
  const print = useMutation({ mutationFn: () => printPickList(warehouse, store) })
  useTitle(t('title'))
  return (
    <Stack component="section" gap="sm" px="md" py="sm" className="pick" aria-label={t('title')}>
      <Title order={1} size="h3">
        {t('title')}
      </Title>
      <WarehouseField warehouse={warehouse} />
      <PickNotices tasks={picks.tasks ?? []} onForgotten={() => void picks.reload()} />
      <LastPacked tasks={picks.tasks ?? []} />
      {found.error === null || found.data !== undefined ? null : (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && found.fetchStatus !== 'paused' ? <Loader role="status" aria-label={t('loading')} /> : null}
      {found.data === undefined ? null : (
        <Group justify="space-between">
          <Text role="status">{t('toPick', { count: shipments.length })}</Text>
          {shipments.length === 0 ? null : (
            <Button variant="default" loading={print.isPending} onClick={() => print.mutate()}>
              {t('print')}
            </Button>
          )}
        </Group>
      )}
      {print.isError ? <ErrorState error={print.error} /> : null}
      {found.data !== undefined && shipments.length === 0 ? <EmptyState title={t('empty.title')} text={t('empty.text')} /> : null}
      {shipments.map((shipment) => (
        <QueueRow key={JSON.stringify([shipment.orderId, shipment.shipmentId])} shipment={shipment} warehouse={warehouse} />
      ))}
    </Stack>
  )
}

/** The warehouse of the queue: that of the address, which this device begins with next time. */
function WarehouseField({ warehouse }: { warehouse: string | undefined }) {
  const t = useTranslations('warehouse')
  const navigate = useNavigate({ from: '/pick' })
  const stores = useConfiguredNames()?.stores ?? []
  const codes = [...new Set([...stores.flatMap(({ warehouses }) => warehouses), ...(warehouse === undefined ? [] : [warehouse])])]
  return (
    <NativeSelect
      size="md"
      label={t('warehouse')}
      value={warehouse ?? ''}
      onChange={({ currentTarget: { value } }) => {
        rememberWarehouse(value)
        void navigate({ search: value === '' ? {} : { warehouse: value }, replace: true })
      }}
      data={[{ value: '', label: t('allWarehouses') }, ...codes.sort()]}
    />
  )
}

function QueueRow({ shipment, warehouse }: { shipment: ShipmentToPick; warehouse: string | undefined }) {
  const t = useTranslations('warehouse')
  const format = useFormat()
  const { orderId, orderNumber, shipmentId, lines } = shipment
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const shelves = [...new Set(lines.map(({ location }) => location || t('noShelf')))]
  const search = { ...(warehouse === undefined ? {} : { warehouse }), order: orderId, shipment: shipmentId }
  return (
    <Link to="/pick" search={search} className="pick-row">
      <Group justify="space-between" wrap="nowrap">
        <span className="pick-shelf">{shelves.slice(0, 3).join(' · ')}</span>
        <span>{t('items', { count: units, shown: format.quantity(units) })}</span>
      </Group>
      <Text size="sm">
        {[orderNumber ?? orderId, shipment.customerName, shipment.shippingMethodName].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {format.when(shipment.created, new Date())}
      </Text>
    </Link>
  )
}

async function printPickList(warehouse: string | undefined, store: string | null): Promise<void> {
  const body = toPickRequest(warehouse, store)
  const response = await gateway.open({ method: 'POST', path: '/api/Shipments/PickList', body })
  saveFile(await response.blob(), 'pick-list.pdf')
}

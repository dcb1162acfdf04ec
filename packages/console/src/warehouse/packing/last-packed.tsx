import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { fileName, saveFile } from '../../display/save-file.ts'
import { makeDocument } from '../../documents/documents.ts'
import { orderQuery } from '../../order/order-queries.ts'
import { shipmentLabels } from '../../order/shipment-labels.ts'
import { ErrorState } from '../../shell/states.tsx'
import type { PickTask } from '../picking/pick-task.ts'

/** So long the order that was packed last is offered for printing. */
const OFFERED_MS = 15 * 60_000
/** A label that is booked in the background is there a little later. */
const AGAIN_MS = 3_000

/** What is printed for the order that was packed last: its packing slip and its labels. */
export function LastPacked({ tasks }: { tasks: readonly PickTask[] }) {
  const task = tasks.find(({ state, note, changed }) => state === 'sent' && note === null && changed > Date.now() - OFFERED_MS)
  return task === undefined ? null : <PrintBar key={task.id} task={task} />
}

function PrintBar({ task: { shipment } }: { task: PickTask }) {
  const t = useTranslations('warehouse.packed')
  const { orderId, shipmentId } = shipment
  const order = shipment.orderNumber ?? orderId
  const labels = useLabels(orderId, shipmentId)
  const slip = useMutation({
    mutationFn: async () =>
      saveFile(await makeDocument(orderId, 'packing-slips', shipmentId), `${fileName(`packing-slip-${order}`)}.pdf`),
  })
  return (
    <Alert color="green" variant="outline" py="xs" role="region" aria-label={t('title', { order })}>
      <Text size="sm" fw={600} role="status">
        {t('title', { order })}
      </Text>
      <Group gap="xs" mt={4}>
        <Button size="md" variant="default" loading={slip.isPending} onClick={() => slip.mutate()}>
          {t('slip')}
        </Button>
        {labels.map((link, index) => (
          <Button key={link} component="a" href={link} target="_blank" rel="noreferrer noopener" size="md" variant="default">
            {labels.length === 1 ? t('label') : t('labelOf', { number: index + 1 })}
          </Button>
        ))}
      </Group>
      {slip.isError ? <ErrorState error={slip.error} /> : null}
    </Alert>
  )
}

function useLabels(orderId: string, shipmentId: string): string[] {
  const { data } = useQuery({
    ...orderQuery(orderId),
    select: ({ orderForm: { shipments } }) => shipments.filter((one) => one.shipmentId === shipmentId).flatMap(shipmentLabels),
    refetchInterval: ({ state }) => (state.dataUpdateCount < 5 ? AGAIN_MS : false),
  })
  return data ?? []
}

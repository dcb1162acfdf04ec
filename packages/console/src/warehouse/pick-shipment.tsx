import { Alert, Button, Loader, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ShipmentToPick } from '@open-oms/client/types'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../display/use-title.ts'
import { useLineProducts } from '../order/use-line-products.ts'
import { TextLink } from '../shell/text-link.tsx'
import { LastPacked } from './packing/last-packed.tsx'
import { ParcelFields } from './packing/parcel-fields.tsx'
import { lineToPickTitle, PickLine } from './pick-line.tsx'
import { PickNotices } from './pick-notices.tsx'
import { keepTask } from './picking/pick-store.ts'
import { beginTask, isPicked, type PickTask, type Scan, scanCode, shortages, taskId } from './picking/pick-task.ts'
import { ScanBar, type ScanResult } from './scan-bar.tsx'
import { signal } from './scanning/signal.ts'
import { usePickQueue } from './use-pick-queue.ts'

type Queue = ReturnType<typeof usePickQueue>

/** Picks one shipment, as far as it is known on this device. */
export function PickShipment({ orderId, shipmentId }: { orderId: string; shipmentId: string }) {
  const t = useTranslations('warehouse')
  const queue = usePickQueue()
  const isThis = (one: ShipmentToPick) => one.orderId === orderId && one.shipmentId === shipmentId
  const now = queue.found.data?.find(isThis)
  const known = queue.picks.tasks?.find(({ id }) => id === taskId(queue.picks.userName, { orderId, shipmentId }))
  const shipment = now ?? (known?.state === 'picking' ? known.shipment : undefined)
  const isLoading = queue.picks.tasks === undefined || (shipment === undefined && queue.found.isPending)
  return (
    <Stack component="section" gap="sm" px="md" pt="sm" className="pick" aria-label={t('title')}>
      <TextLink to="/pick" search={queue.warehouse === undefined ? {} : { warehouse: queue.warehouse }}>
        {t('order.back')}
      </TextLink>
      <PickNotices tasks={queue.picks.tasks ?? []} onForgotten={() => void queue.picks.reload()} />
      <LastPacked tasks={queue.picks.tasks ?? []} />
      {isLoading ? <Loader role="status" aria-label={t('loading')} /> : null}
      {!isLoading && shipment === undefined ? <Gone /> : null}
      {isLoading || shipment === undefined ? null : (
        // Begins again when the order changes, with what was counted.
        <Picking key={shipment.versionId} queue={queue} shipment={shipment} known={known} isGone={now === undefined} />
      )}
    </Stack>
  )
}

function Gone() {
  const t = useTranslations('warehouse.order')
  return (
    <Alert color="red" variant="outline" role="alert">
      {t('gone')}
    </Alert>
  )
}

type PickingProps = { queue: Queue; shipment: ShipmentToPick; known: PickTask | undefined; isGone: boolean }

function Picking({ queue, shipment, known, isGone }: PickingProps) {
  const t = useTranslations('warehouse.order')
  const [task, setTask] = useState(() => beginTask(queue.picks.userName, shipment, known))
  const [result, setResult] = useState<ScanResult | null>(null)
  const finish = useFinish(queue, task)
  const doneButton = useRef<HTMLButtonElement>(null)
  const order = shipment.orderNumber ?? shipment.orderId
  const isDone = isPicked(task)
  const products = useLineProducts(shipment.lines.map(({ skuId: code }) => ({ code })))
  const titleOf = (line: ShipmentToPick['lines'][number]) => lineToPickTitle(line, products.get(line.skuId ?? ''))
  useTitle(t('title', { order }))
  // With a scanner in the hand the next thing is to press Enter.
  useEffect(() => {
    if (isDone) doneButton.current?.focus({ preventScroll: true })
  }, [isDone])
  const change = (next: PickTask) => {
    setTask(next)
    void keepTask(next)
  }
  const onCode = (code: string) => {
    const scan = scanCode(task, code)
    signal(scan.outcome === 'counted')
    setResult({
      code,
      at: Date.now(),
      ...withoutTask(scan),
      picked: scan.line === null ? 0 : (scan.task.counts[scan.line.lineItemId] ?? 0),
    })
    if (scan.outcome === 'counted') change(scan.task)
  }
  const missing = shortages(task)
  const left = task.shipment.lines.filter(
    (line) => (task.counts[line.lineItemId] ?? 0) < line.quantity && !task.shorts[line.lineItemId],
  )
  return (
    <>
      <Title order={1} size="h3">
        {t('title', { order })}
      </Title>
      <Text size="sm" c="dimmed">
        {[shipment.customerName, shipment.shippingMethodName, shipment.comment].filter(Boolean).join(' · ')}
      </Text>
      {isGone && queue.found.data !== undefined ? <Gone /> : null}
      {shipment.lines.map((line) => (
        <PickLine key={line.lineItemId} line={line} product={products.get(line.skuId ?? '')} task={task} onChange={change} />
      ))}
      {isDone && missing.length === 0 ? <ParcelFields {...{ task, titleOf }} onChange={change} /> : null}
      <Stack gap="xs" className="pick-bar">
        <ScanBar result={result} onCode={onCode} />
        {missing.length === 0 ? null : <Text size="sm">{t('shortHelp')}</Text>}
        <Text size="sm" role="status">
          {left.length === 0 ? '' : t('notPicked', { count: left.length })}
        </Text>
        <Button
          ref={doneButton}
          size="lg"
          fullWidth
          color={missing.length === 0 ? 'green' : 'yellow'}
          autoContrast
          disabled={!isDone}
          onClick={() => void finish()}
        >
          {t(missing.length > 0 ? 'doneShort' : isLast(queue, shipment) ? 'doneLast' : 'done')}
        </Button>
      </Stack>
    </>
  )
}

const withoutTask = ({ outcome, line }: Scan) => ({ outcome, line })

function others(queue: Queue, { orderId, shipmentId }: ShipmentToPick): ShipmentToPick[] {
  return queue.shipments.filter((one) => one.orderId !== orderId || one.shipmentId !== shipmentId)
}

const isLast = (queue: Queue, shipment: ShipmentToPick) => others(queue, shipment).length === 0

/** Keeps what is picked, sends it as soon as that can be done, and opens the next order. */
function useFinish(queue: Queue, task: PickTask): () => Promise<void> {
  const t = useTranslations('warehouse.order')
  const tWarehouse = useTranslations('warehouse')
  const navigate = useNavigate({ from: '/pick' })
  const isUnderWay = useRef(false)
  const noteOf = (): string | null => {
    const lines = shortages(task).map(({ line, picked, reason }) =>
      t('noteLine', {
        name: line.name,
        sku: line.skuId ?? '–',
        shelf: line.location || tWarehouse('noShelf'),
        picked,
        quantity: line.quantity,
        reason: t(`reasons.${reason}`),
      }),
    )
    return lines.length === 0 ? null : t('note', { lines: lines.join(' ') }).slice(0, 1_000)
  }
  return async () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const note = noteOf()
    const [next] = others(queue, task.shipment)
    await queue.picks.keep({ ...task, note, state: 'toSend' })
    const order = task.shipment.orderNumber ?? task.shipment.orderId
    // Of what is packed the next page says so, with what is printed for it.
    if (note !== null) notifications.show({ message: t('savedShort', { order }), color: 'yellow' })
    const warehouse = queue.warehouse === undefined ? {} : { warehouse: queue.warehouse }
    const search = next === undefined ? warehouse : { ...warehouse, order: next.orderId, shipment: next.shipmentId }
    await navigate({ search, replace: true })
    globalThis.scrollTo({ top: 0 })
  }
}

import { Button, Group, Text } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { Order } from '@open-oms/client/types'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { orderQuery } from '../order/order-queries.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { gateway } from '../session/gateway.ts'
import { useUser } from '../session/use-session.ts'
import { liveTexts } from './live-texts.ts'
import { listenToOrders } from './order-stream.ts'

/**
 * Shows an order as it is after someone has changed it: immediately, or when the person asks for
 * it who is in a dialog or has begun to write something.
 */
export function OrderFollower({ orderId }: { orderId: string }) {
  return (
    <AreaTexts texts={liveTexts}>
      {/* By its key: what was said of one order is not said of the next. */}
      <Follower key={orderId} orderId={orderId} />
    </AreaTexts>
  )
}

/** A change that was made by someone else, and whether it is shown yet. */
type OtherChange = { by: string | null; isShown: boolean }

function Follower({ orderId }: { orderId: string }) {
  const t = useTranslations('live.order')
  const { change, show } = useOtherChange(orderId)
  if (change === null) return <div role="status" />
  const { by, isShown } = change
  const texts = isShown ? (['updatedBy', 'updated'] as const) : (['changedBy', 'changed'] as const)
  return (
    <Group gap="xs" wrap="nowrap" role="status" miw={0}>
      <Text size="sm" className="cut" {...(isShown ? { c: 'dimmed' } : {})}>
        {by === null ? t(texts[1]) : t(texts[0], { name: by })}
      </Text>
      {isShown ? null : (
        <Button size="compact-sm" variant="light" onClick={show} flex="none">
          {t('show')}
        </Button>
      )}
    </Group>
  )
}

function useOtherChange(orderId: string) {
  const queries = useQueryClient()
  const { userName } = useUser()
  const [change, setChange] = useState<OtherChange | null>(null)
  const reload = () => queries.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
  const show = () => {
    setChange(null)
    void reload()
  }
  useEffect(() => {
    const shown = () => queries.getQueryData(orderQuery(orderId).queryKey)?.versionId
    const reloadNow = () => queries.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
    const look = async () => {
      const order = await fetchLatestOrder(orderId)
      if (order === 'unknown' || order?.versionId === shown()) return
      const by = order?.modifiedBy ?? null
      const isOwn = by === userName
      const isShown = isOwn || !isBusy()
      if (!isOwn) setChange({ by, isShown })
      if (isShown) await reloadNow()
    }
    return listenToOrders({
      onChanges: (changes) => {
        const own = changes.findLast((one) => one.orderId === orderId)
        if (own !== undefined && (own.kind === 'purged' || own.versionId !== shown())) void look()
      },
      onGap: () => void look(),
    })
  }, [orderId, userName, queries])
  return { change, show }
}

/**
 * The order as it is now; null when it is gone, `unknown` when the gateway cannot be asked: then
 * the page says so itself.
 */
async function fetchLatestOrder(orderId: string): Promise<Order | null | 'unknown'> {
  try {
    return await gateway.get('/api/Orders/{orderId}', { params: { orderId } })
  } catch (error) {
    return isApiError(error, 'NotFound') ? null : 'unknown'
  }
}

/** Whether the person would lose something if the page changed now. */
function isBusy(): boolean {
  // The hidden one measures how high the others must be.
  const isWriting = [...document.querySelectorAll<HTMLTextAreaElement>('textarea:not([aria-hidden])')].some(
    ({ value }) => value !== '',
  )
  return isWriting || document.querySelector('[role="dialog"]') !== null
}

import type { OrderSummary } from '@open-oms/client/types'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { StatusNameOf } from '../configuration/status-names.ts'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { useHoldReasons } from '../configuration/use-hold-reasons.ts'
import { openHolds } from '../holds/open-holds.ts'
import { isOpenError } from './open-errors.ts'
import { statusTones, type Tone, type ToneOf } from './order-tones.ts'

/** A word on its tone. A plain element: a list draws hundreds before its first row is seen. */
export function Mark({ tone, title, children }: { tone: Tone; title?: string | undefined; children: ReactNode }) {
  return (
    <span className="order-mark" data-tone={tone} title={title}>
      {children}
    </span>
  )
}

/** Finds the tone of statuses. */
export function useStatusTones(): ToneOf {
  const orderTypes = useConfiguredNames()?.orderTypes
  return useMemo(() => statusTones(orderTypes ?? []), [orderTypes])
}

type Held = { reasonCode?: string | null; released?: string | null }
type Failed = { message?: string | null; status?: string | null }
type MarkedOrder = Pick<OrderSummary, 'status' | 'orderType'> & { holds?: readonly Held[]; errors?: readonly Failed[] }

/** The status of an order, and what keeps it from going on. */
export function OrderMarks({ order, nameOf }: { order: MarkedOrder; nameOf: StatusNameOf }) {
  const t = useTranslations('marks')
  const toneOf = useStatusTones()
  const reasonName = useHoldReasons()
  const holds = openHolds(order)
  const errors = order.errors?.filter(isOpenError) ?? []
  const name = nameOf(order.status, order.orderType)
  return (
    <div className="order-marks">
      <Mark tone={toneOf(order.status, order.orderType)} title={name === order.status ? undefined : order.status}>
        {name}
      </Mark>
      {holds.length > 0 ? (
        <Mark tone="amber" title={holds.map(({ reasonCode }) => reasonName(reasonCode ?? '')).join(', ')}>
          {t('held')}
        </Mark>
      ) : null}
      {errors.length > 0 ? (
        <Mark tone="red" title={errors.map(({ message }) => message).join('\n')}>
          {t('error')}
        </Mark>
      ) : null}
    </div>
  )
}

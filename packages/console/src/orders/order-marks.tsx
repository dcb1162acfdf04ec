import type { SparseOrder } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { CodeText } from '../configuration/code-text.tsx'
import type { StatusNameOf } from '../configuration/status-names.ts'
import { openHolds } from '../holds/open-holds.ts'
import { isOpenError } from './open-errors.ts'

/** The status of an order, and what keeps it from going on. */
export function OrderMarks({ order, nameOf }: { order: SparseOrder; nameOf: StatusNameOf }) {
  const t = useTranslations('orders')
  const isHeld = openHolds(order).length > 0
  const hasError = order.errors?.some(isOpenError) === true
  // Plain elements: a list draws dozens of them before its first row is seen.
  return (
    <div className="order-marks">
      <span className="order-mark">
        <CodeText code={order.status} name={nameOf(order.status, order.orderType)} />
      </span>
      {isHeld ? <span className="order-mark mark-held">{t('held')}</span> : null}
      {hasError ? <span className="order-mark mark-error">{t('error')}</span> : null}
    </div>
  )
}

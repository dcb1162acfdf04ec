import { Badge, Group } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { CodeText } from '../configuration/code-text.tsx'
import type { StatusNameOf } from '../configuration/status-names.ts'
import { isOpenError } from './open-errors.ts'

/** The status of an order, and what keeps it from going on. */
export function OrderMarks({ order, nameOf }: { order: Order; nameOf: StatusNameOf }) {
  const t = useTranslations('orders')
  const isHeld = order.holds?.some(({ released }) => released === null) === true
  const hasError = order.errors.some(isOpenError)
  return (
    <Group gap={6} wrap="nowrap">
      <Badge variant="default" tt="none" fw={500}>
        <CodeText code={order.status} name={nameOf(order.status, order.orderType)} />
      </Badge>
      {isHeld ? (
        <Badge color="orange" variant="outline" tt="none" className="mark-held">
          {t('held')}
        </Badge>
      ) : null}
      {hasError ? (
        <Badge color="red" variant="outline" tt="none" className="mark-error">
          {t('error')}
        </Badge>
      ) : null}
    </Group>
  )
}

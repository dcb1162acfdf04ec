import { Alert, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { capturedLeft, exponentOf } from './return-amounts.ts'
import { isComplete, type Return } from './take-back.ts'

/** What a return would be worth. The API has no dry run of it: the form that it makes has the amount that counts. */
export function TakeBackOutcome({ order, taken, worth }: { order: Order; taken: Return; worth: number }) {
  const t = useTranslations('returns.takeBack')
  const format = useFormat()
  const money = (amount: number) => format.money(amount, order.billingCurrency)
  const isEmpty = !isComplete({ ...taken, agreedCredit: null }, worth)
  return (
    <Alert color="blue" variant="outline" title={t('outcome')} role="status">
      <Text size="sm">
        {isEmpty ? t('nothing') : t(taken.isRefunded ? 'worth' : 'worthWithoutRefund', { amount: money(worth) })}
      </Text>
      {taken.isRefunded && !isEmpty ? (
        <Text size="sm">{t('left', { amount: money(capturedLeft(order.orderForm, exponentOf(order))) })}</Text>
      ) : null}
    </Alert>
  )
}

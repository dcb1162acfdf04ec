import { Alert, List, Loader, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Order, WorkflowResult } from '@open-oms/client/types'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import { DryRunProblem } from '../order/write-problem.tsx'
import { movedMoney } from './moved-money.ts'

type PreviewProps = { order: Order; trial: UseQueryResult<WorkflowResult>; children?: ReactNode }

const kinds = { Credit: 'refunds', Void: 'voids', Capture: 'captures' } as const

/** Which payments a dry run would make, each in a line, and what else it would do. */
export function MoneyPreview({ order, trial: { data, error, refetch }, children }: PreviewProps) {
  const t = useTranslations('payments.preview')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  if (error !== null) return <DryRunProblem error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader size="sm" role="status" aria-label={t('loading')} />
  const { payments, failure } = movedMoney(order, data, currency)
  return (
    <Alert color={failure === null ? 'blue' : 'orange'} variant="outline" title={t('title')} role="status">
      <List size="sm" spacing={2}>
        {payments.map(({ id, amount, paymentMethodName, transactionType }) => {
          const kind = kinds[transactionType as keyof typeof kinds]
          const values = { amount: format.money(amount, currency), method: paymentMethodName }
          return kind === undefined ? null : <List.Item key={id}>{t(kind, values)}</List.Item>
        })}
        {children}
      </List>
      {payments.length === 0 ? <Text size="sm">{t('noMoney')}</Text> : null}
      {failure === null ? null : (
        <Text size="sm" fw={600}>
          {t('failure', { reason: failure })}
        </Text>
      )}
    </Alert>
  )
}

/** Says what was done, or what was not; what failed stays until it is closed. */
export function useMoneyNotice(
  order: Order,
): (result: WorkflowResult, done: (money: ReturnType<typeof movedMoney>) => string) => void {
  const t = useTranslations('payments')
  const currency = useOrderCurrency()(order)
  return (result, done) => {
    const money = movedMoney(order, result, currency)
    notifications.show({
      ...(money.failure === null
        ? { color: 'green', message: done(money) }
        : { color: 'red', autoClose: false, message: t('failed', { reason: money.failure }) }),
      closeButtonProps: { 'aria-label': t('close') },
    })
  }
}

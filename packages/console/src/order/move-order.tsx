import { Alert, Button, Group, Loader, NativeSelect, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isApiError } from '@open-oms/client/errors'
import type { Order, WorkflowResult } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '../configuration/code-text.tsx'
import { goodsLeave, statusMeaning } from '../configuration/status-meaning.ts'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'
import { dryRunEffects, type Effects } from './dry-run-effects.ts'
import { EffectsLine } from './effects-line.tsx'
import { MoveConflict } from './move-conflict.tsx'
import { MovePreview, previewQuery } from './move-preview.tsx'
import type { OrderActionProps } from './order-action.ts'
import { transitionsQuery } from './order-queries.ts'
import { RiskAlert } from './risk-alert.tsx'
import { useOrderWrite } from './use-order-write.ts'
import { useShippingRisks } from './use-shipping-risks.ts'
import { WriteProblem } from './write-problem.tsx'

/**
 * Moves an order to another status, or enters the same one again, after showing what would happen.
 */
export function MoveForm({ order, onDone, status: begin = '' }: OrderActionProps) {
  const t = useTranslations('order.move')
  const [status, setStatus] = useState(begin)
  const [isConfirmed, setConfirmed] = useState(false)
  const transitions = useQuery(transitionsQuery(order.id))
  const preview = useQuery({ ...previewQuery(order, status), enabled: status !== '' })
  const names = useConfiguredNames()
  const mayCancel = useMay()('cancel')
  const risksOf = useShippingRisks(order)
  const currency = useOrderCurrency()(order)
  const submitText = useSubmitText(currency)
  const leave = goodsLeave(names?.orderTypes, { orders: [order], status }) && order.fulfilmentStatus !== 'Fulfilled'
  const risks = leave ? risksOf(preview.data) : []
  const effects = dryRunEffects(order, preview.data)
  const move = useMove(order, onDone)
  const nameOf = useStatusNames()
  if (transitions.isPending) return <Loader role="status" aria-label={t('choose')} />
  if (transitions.isError) return <ErrorState error={transitions.error} onRetry={() => void transitions.refetch()} />
  if (isApiError(move.error, 'VersionConflict')) return <MoveConflict orderId={order.id} onReloaded={onDone} />
  const { canceled } = statusMeaning(names?.orderTypes ?? [], order.orderType)
  const isOffered = (one: string) => (one !== order.status || one === begin) && (mayCancel || !canceled.includes(one))
  const others = transitions.data.filter((transition) => isOffered(transition.status))
  return (
    <Stack>
      <NativeSelect
        label={t('status')}
        value={status}
        onChange={({ currentTarget }) => {
          setStatus(currentTarget.value)
          setConfirmed(false)
        }}
        data={[
          { value: '', label: t('choose') },
          ...others
            .filter(({ allowed }) => allowed)
            .map((one) => ({ value: one.status, label: nameOf(one.status, order.orderType) })),
        ]}
      />
      {status === '' ? (
        <Forbidden order={order} transitions={others.filter(({ allowed }) => !allowed)} />
      ) : isApiError(preview.error, 'RefundNeedsApproval') ? null : (
        <MovePreview order={order} status={status} />
      )}
      <RiskAlert risks={risks} isAgreed={isConfirmed} onAgree={setConfirmed} />
      <WriteProblem orderId={order.id} error={move.error} dryRunError={preview.error} onReloaded={onDone} />
      <Group justify="flex-end" className="dialog-footer">
        <EffectsLine effects={effects} currency={currency} />
        <Button
          {...(risks.length > 0 ? { color: 'red' } : {})}
          disabled={status === '' || preview.isFetching || (risks.length > 0 && !isConfirmed)}
          loading={move.isPending}
          onClick={() => move.mutate(status)}
        >
          {submitText(effects)}
        </Button>
      </Group>
    </Stack>
  )
}

/** What the button says: what it does, with the money that it moves. */
function useSubmitText(currency: string | null): (effects: Effects) => string {
  const t = useTranslations('order.move')
  const format = useFormat()
  return ({ captured, refunded }) => {
    if (refunded > 0) return t('submitRefund', { amount: format.money(refunded, currency) })
    return captured > 0 ? t('submitCapture', { amount: format.money(captured, currency) }) : t('submit')
  }
}

function useMove(order: Order, onDone: () => void) {
  const t = useTranslations('order.move')
  const nameOf = useStatusNames()
  return useOrderWrite(order, {
    send: (status: string, write) => gateway.post('/api/Orders/{orderId}/UpdateStatus', { ...write, body: { status } }),
    onWritten: (result, status) => {
      const reason = abortReason(result)
      notifications.show(
        reason === null
          ? { color: 'green', message: t('moved', { status: nameOf(status, order.orderType) }) }
          : { color: 'red', message: t('aborted', { reason }), autoClose: false },
      )
      onDone()
    },
  })
}

/** Why the steps of a status stopped before their end; null when they did not. */
export function abortReason({ isAborted, orderActionExecutionResults: steps }: WorkflowResult): string | null {
  if (!isAborted) return null
  const failed = steps.find(({ errorReason }) => errorReason !== null)
  return failed?.message ?? failed?.errorReason ?? failed?.actionType ?? ''
}

type ForbiddenProps = { order: Order; transitions: readonly { status: string; reasons: readonly string[] }[] }

function Forbidden({ order, transitions }: ForbiddenProps) {
  const t = useTranslations('order.move')
  const nameOf = useStatusNames()
  if (transitions.length === 0) return null
  return (
    <Alert color="gray" variant="outline" title={t('forbidden')}>
      {transitions.map(({ status, reasons }) => (
        <Text size="sm" key={status}>
          <strong>
            <CodeText code={status} name={nameOf(status, order.orderType)} />
          </strong>
          : <span lang="en">{reasons.join(' ')}</span>
        </Text>
      ))}
    </Alert>
  )
}

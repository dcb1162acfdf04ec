import { Alert, Button, Group, Loader, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { useIdempotencyKey } from '../session/use-idempotency-key.ts'
import { useUser } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'
import { useKeepOpen } from '../shell/use-keep-open.ts'
import { coveringRequest, openRequests } from './open-requests.ts'
import { RefundRequestTexts } from './refund-request-texts.tsx'
import { orderRequestsQuery } from './request-queries.ts'

type RefusedRefund = { orderId: string; amount: number; currency: string }

/**
 * Says that a refund needs a second person, and asks for one; or how far that is, where the person
 * has asked already (security.md#second-pair-of-eyes).
 */
export function AskApproval(refund: RefusedRefund) {
  return (
    <RefundRequestTexts>
      <Approval {...refund} />
    </RefundRequestTexts>
  )
}

function Approval({ orderId, amount, currency }: RefusedRefund) {
  const t = useTranslations('refundRequests')
  const format = useFormat()
  const { userName } = useUser()
  const { data, error, refetch } = useQuery(orderRequestsQuery(orderId))
  const request = data && coveringRequest(openRequests(data, new Date()), { userName, amount, currency })
  useDryRunsAgain(orderId, request?.state)
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader size="sm" role="status" aria-label={t('loading')} />
  if (request === undefined) return <AskForm {...{ orderId, amount, currency }} />
  const shown = { amount: format.money(request.amount, currency), name: request.decidedBy ?? '' }
  return request.state === 'Approved' ? (
    <Alert color="green" variant="outline" role="status" title={t('ask.approved', shown)}>
      <Text size="sm">{t('ask.now')}</Text>
    </Alert>
  ) : (
    <Alert color="blue" variant="outline" role="status" title={t('ask.done', shown)}>
      <Text size="sm">{t('ask.waits')}</Text>
    </Alert>
  )
}

/** Once a request that was seen waiting is approved, what was refused may be shown. */
function useDryRunsAgain(orderId: string, state: string | undefined): void {
  const queries = useQueryClient()
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'Pending' && state === 'Approved')
      for (const queryKey of [
        ['previews', orderId],
        ['orders', 'one', orderId, 'preview'],
      ])
        void queries.invalidateQueries({ queryKey })
    before.current = state
  }, [queries, orderId, state])
}

/** No form of its own: it is inside of the one that was refused. */
function AskForm({ orderId, amount, currency }: RefusedRefund) {
  const t = useTranslations('refundRequests.ask')
  const format = useFormat()
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const [reason, setReason] = useState('')
  const asking = useMutation({
    mutationFn: (body: { orderId: string; amount: number; reason: string | null }) =>
      gateway.post('/api/RefundRequests', { body, idempotencyKey: keyOf(JSON.stringify(body)) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  })
  useKeepOpen(asking.isPending)
  return (
    <Alert color="orange" variant="outline" role="alert" title={t('title', { amount: format.money(amount, currency) })}>
      <Stack gap="xs">
        <Text size="sm">{t('text')}</Text>
        <Textarea
          label={t('reason')}
          autosize
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {asking.error === null ? null : <ErrorState error={asking.error} />}
        <Group>
          <Button
            size="xs"
            loading={asking.isPending}
            onClick={() => asking.mutate({ orderId, amount, reason: reason.trim() || null })}
          >
            {t('submit')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isApiError } from '@open-oms/client/errors'
import type { RefundRequest } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { useMay, useUser } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'
import { approvedUntil } from './open-requests.ts'

/** Who asks to refund how much and why, how far it is, and the decision for who may make it. */
export function RequestLine({ request }: { request: RefundRequest }) {
  const t = useTranslations('refundRequests.line')
  const format = useFormat()
  const { requestedBy: name, amount, currency, requested, reason } = request
  const isMine = useUser().userName === name
  const asked = { name, amount: format.money(amount, currency), time: format.time(requested) }
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={500}>
        {t(isMine ? 'mine' : 'asks', asked)}
      </Text>
      {reason === null || reason === '' ? null : (
        <Text size="sm" className="note-text">
          {reason}
        </Text>
      )}
      <Progress request={request} isMine={isMine} />
      <Decision request={request} isMine={isMine} />
    </Stack>
  )
}

type PartProps = { request: RefundRequest; isMine: boolean }

function Progress({ request, isMine }: PartProps) {
  const t = useTranslations('refundRequests.line')
  const format = useFormat()
  const until = approvedUntil(request)
  if (until === null) return isMine ? <Text size="sm">{t('waits')}</Text> : null
  const approval = { name: request.decidedBy ?? '', time: format.time(until.toISOString()) }
  return <Text size="sm">{t(isMine ? 'refundNow' : 'approved', approval)}</Text>
}

/** Who has asked may only take it back; the API decides in the end. */
function Decision({ request, isMine }: PartProps) {
  const t = useTranslations('refundRequests.decide')
  const format = useFormat()
  const mayRefund = useMay()('refund')
  const deciding = useDecision(request, isMine)
  if (!mayRefund) return null
  const named = { name: request.requestedBy, amount: format.money(request.amount, request.currency) }
  const refusal = isMine ? 'takeBack' : 'refuse'
  return (
    <>
      <Group gap="xs">
        {isMine || request.state !== 'Pending' ? null : (
          <Button
            size="xs"
            aria-label={t('approveLabel', named)}
            loading={deciding.isPending && deciding.variables}
            disabled={deciding.isPending}
            onClick={() => deciding.mutate(true)}
          >
            {t('approve')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          aria-label={t(`${refusal}Label`, named)}
          loading={deciding.isPending && !deciding.variables}
          disabled={deciding.isPending}
          onClick={() => deciding.mutate(false)}
        >
          {t(refusal)}
        </Button>
      </Group>
      {deciding.error === null ? null : <ErrorState error={deciding.error} />}
    </>
  )
}

function useDecision({ id, amount, currency, requestedBy: name }: RefundRequest, isMine: boolean) {
  const t = useTranslations('refundRequests.decide')
  const format = useFormat()
  const queries = useQueryClient()
  const say = (color: string, message: string) =>
    void notifications.show({ color, message, closeButtonProps: { 'aria-label': t('close') } })
  return useMutation({
    mutationFn: (approve: boolean) =>
      gateway.post('/api/RefundRequests/{requestId}/Decide', { params: { requestId: id }, body: { approve } }),
    onSuccess: (_, approve) => {
      const told = approve ? 'approved' : isMine ? 'takenBack' : 'refused'
      say('green', t(told, { name, amount: format.money(amount, currency) }))
    },
    // The request is gone from the page with what would be said beside it.
    onError: (error) => (isApiError(error, 'RefundRequestDecided') ? say('orange', t('meanwhile')) : undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  })
}

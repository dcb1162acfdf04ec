import { Paper, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../shell/states.tsx'
import { openRequests } from './open-requests.ts'
import { RefundRequestTexts } from './refund-request-texts.tsx'
import { RequestLine } from './request-line.tsx'
import { orderRequestsQuery } from './request-queries.ts'

/** The refunds of an order that wait for a second person, or were approved and not paid back. */
export function RequestBanner({ orderId }: { orderId: string }) {
  return (
    <RefundRequestTexts>
      <Banner orderId={orderId} />
    </RefundRequestTexts>
  )
}

function Banner({ orderId }: { orderId: string }) {
  const t = useTranslations('refundRequests')
  const { data, error, refetch } = useQuery(orderRequestsQuery(orderId))
  if (data === undefined) return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />
  const open = openRequests(data, new Date())
  if (open.length === 0) return null
  return (
    <Paper component="section" withBorder px="md" py={8} aria-label={t('banner')}>
      <Stack gap="sm">
        {open.map((request) => (
          <RequestLine key={request.id} request={request} />
        ))}
      </Stack>
    </Paper>
  )
}

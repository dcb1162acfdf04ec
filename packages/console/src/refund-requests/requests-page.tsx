import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useTitle } from '../display/use-title.ts'
import { useMay } from '../session/use-session.ts'
import { ListSkeleton } from '../shell/skeletons.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { RefundRequestTexts } from './refund-request-texts.tsx'
import { RequestLine } from './request-line.tsx'
import { pendingRequestsQuery, SHOWN_MAX } from './request-queries.ts'

/** The refunds of all orders that wait for a second person. */
export function RequestsPage() {
  return (
    <RefundRequestTexts>
      <Requests />
    </RefundRequestTexts>
  )
}

function Requests() {
  const t = useTranslations('refundRequests')
  const mayRefund = useMay()('refund')
  useTitle(t('title'))
  return (
    <Stack component="section" gap="xs" px="md" py="sm" maw={760} aria-label={t('title')}>
      <Title order={1} size="h3">
        {t('title')}
      </Title>
      {mayRefund ? <Pending /> : <EmptyState title={t('forbidden.title')} text={t('forbidden.text')} />}
    </Stack>
  )
}

function Pending() {
  const t = useTranslations('refundRequests')
  const { data, error, refetch } = useQuery(pendingRequestsQuery)
  if (data === undefined)
    return error === null ? <ListSkeleton label={t('loading')} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <EmptyState title={t('none.title')} text={t('none.text')} />
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('explain')} {data.length < SHOWN_MAX ? null : t('most')}
      </Text>
      {data.map((request) => (
        <Paper key={request.id} withBorder p="sm">
          <TextLink to="/orders/$orderId" params={{ orderId: request.orderId }}>
            {t('order', { order: request.orderId })}
          </TextLink>
          <RequestLine request={request} />
        </Paper>
      ))}
    </>
  )
}

import { Alert, Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../display/use-title.ts'
import { LoadFailure } from '../loading/load-part.ts'
import { PageSkeleton } from './skeletons.tsx'

/** Says that there is nothing, and what to do. */
export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <Center py={64} px="md">
      <Stack align="center" gap="xs" maw={460}>
        <Text fw={600} size="lg" ta="center">
          {title}
        </Text>
        <Text c="dimmed" ta="center">
          {text}
        </Text>
        {action}
      </Stack>
    </Center>
  )
}

type NothingFoundProps = {
  texts: 'orders.empty' | 'customers.empty' | 'stock.empty' | 'work.empty' | 'catalogue.products.empty' | 'returnsDesk.empty'
  isNarrowed: boolean
  onClear: () => void
}

/**
 * Says that a list is empty: because there is nothing, or because of its filters, with the way to
 * clear them.
 */
export function NothingFound({ texts, isNarrowed, onClear }: NothingFoundProps) {
  const t = useTranslations(texts)
  if (!isNarrowed) return <EmptyState title={t('none.title')} text={t('none.text')} />
  return (
    <EmptyState
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('notFound.clear')}
        </Button>
      }
    />
  )
}

/** Says what failed, what to do, and by which trace an operator finds it. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const t = useTranslations('states')
  const isRefusal = isApiError(error)
  const advice = !isRefusal
    ? 'noConnection'
    : error.status === 403
      ? 'forbidden'
      : error.status >= 500
        ? 'gatewayFailed'
        : 'refused'
  return (
    <Alert color="red" variant="outline" role="alert" title={t(`${advice}.title`)} m="md">
      <Stack gap="xs">
        <Text size="sm">{t(`${advice}.text`)}</Text>
        {isRefusal ? (
          <Text size="sm" c="dimmed">
            {error.message}
            {error.traceId ? ` (${error.traceId})` : ''}
          </Text>
        ) : null}
        {onRetry === undefined ? null : (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              {t('retry')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}

/** What the router shows when a page fails, or a part of it cannot be loaded. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('states.notLoaded')
  if (error instanceof LoadFailure)
    return (
      <EmptyState
        title={t('title')}
        text={t('text')}
        action={
          <Button variant="default" onClick={() => globalThis.location.reload()}>
            {t('retry')}
          </Button>
        }
      />
    )
  return <ErrorState error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
}

/** What the router shows as long as a page is loaded. */
export function PendingPage() {
  return <PageSkeleton label={useTranslations('states')('loading')} />
}

/** What the router shows where no page is. */
export function NotFoundPage() {
  const t = useTranslations('states.notFound')
  useTitle(t('title'))
  return (
    <Center py={64} px="md">
      <Stack align="center">
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <Text c="dimmed">{t('text')}</Text>
        <Button component={Link} to="/orders" variant="default">
          {t('toOrders')}
        </Button>
      </Stack>
    </Center>
  )
}

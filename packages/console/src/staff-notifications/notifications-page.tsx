import { Button, Group, Loader, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { colleaguesQuery } from '../notes/colleagues-query.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { gateway } from '../session/gateway.ts'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { staffNotificationsEn } from '../texts/en/staff-notifications.ts'
import { staffNotificationsNb } from '../texts/nb/staff-notifications.ts'
import { notificationsQuery, type StaffNotification } from './notification-queries.ts'

const texts = {
  en: { staffNotifications: staffNotificationsEn },
  nb: { staffNotifications: staffNotificationsNb },
} as const

/** What the person was told, newest first. */
export function NotificationsPage() {
  return (
    <AreaTexts texts={texts}>
      <Notifications />
    </AreaTexts>
  )
}

function Notifications() {
  const t = useTranslations('staffNotifications')
  const [isUnread, setUnread] = useState(false)
  const found = useInfiniteQuery(notificationsQuery(isUnread))
  const marking = useMarking()
  useTitle(t('title'))
  const all = found.data?.pages.flatMap(({ result }) => result) ?? []
  const newest = all[0]?.id
  return (
    <Stack component="section" gap="sm" px="md" py="sm" maw={800} aria-label={t('title')}>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t('title')}
        </Title>
        <Group gap="md">
          <Switch
            size="sm"
            label={t('unread')}
            checked={isUnread}
            onChange={({ currentTarget }) => setUnread(currentTarget.checked)}
          />
          {newest === undefined ? null : (
            <Button size="xs" variant="default" loading={marking.isPending} onClick={() => marking.mutate({ until: newest })}>
              {t('markAll')}
            </Button>
          )}
        </Group>
      </Group>
      {found.isPending ? <Loader m="xl" role="status" aria-label={t('loading')} /> : null}
      {found.isError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {marking.isError ? <ErrorState error={marking.error} /> : null}
      {found.isSuccess && all.length === 0 ? <EmptyState title={t('empty.title')} text={t('empty.text')} /> : null}
      {all.map((one) => (
        <Notification key={one.id} notification={one} onOpen={() => one.read === null && marking.mutate({ ids: [one.id] })} />
      ))}
      {found.hasNextPage ? (
        <Button variant="default" onClick={() => void found.fetchNextPage()} loading={found.isFetchingNextPage}>
          {t('more')}
        </Button>
      ) : null}
    </Stack>
  )
}

function useMarking() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { ids: string[] } | { until: string }) => gateway.post('/api/Notifications/MarkRead', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

function Notification({ notification, onOpen }: { notification: StaffNotification; onOpen: () => void }) {
  const t = useTranslations('staffNotifications')
  const format = useFormat()
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const { kind, orderId, customerKey, subject, text, by, created, read } = notification
  const name = colleagues.find(({ userName }) => userName === by)?.displayName ?? by ?? t('someone')
  const sentence = kind === 'Mention' && customerKey !== null ? 'MentionOfCustomer' : kind
  const said = t(sentence, { by: name, subject: subject ?? '' })
  return (
    <Paper withBorder p="sm" onClickCapture={onOpen}>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={read === null ? 600 : 400} component="div">
          {orderId !== null ? (
            <TextLink to="/orders/$orderId" params={{ orderId }}>
              {said}
            </TextLink>
          ) : customerKey !== null ? (
            <TextLink to="/customers/$customerKey" params={{ customerKey }}>
              {said}
            </TextLink>
          ) : (
            said
          )}
        </Text>
        <Text size="xs" c="dimmed" flex="none">
          {read === null ? `${t('isUnread')} · ` : ''}
          {format.time(created)}
        </Text>
      </Group>
      {text === null ? null : (
        <Text size="sm" c="dimmed" className="note-text">
          {text}
        </Text>
      )}
    </Paper>
  )
}

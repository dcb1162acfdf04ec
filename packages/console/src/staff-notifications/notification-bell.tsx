import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useOrderChanges } from '../live/use-order-changes.ts'
import { unreadQuery } from './notification-queries.ts'

const SHOWN_MAX = 99

/** The way to the notifications, with how many are unread: asked for again when orders change. */
export function NotificationBell() {
  const t = useTranslations('shell.notifications')
  const queries = useQueryClient()
  const { data: count = 0 } = useQuery(unreadQuery)
  const look = () => void queries.invalidateQueries({ queryKey: ['notifications'] })
  useOrderChanges({ onChanged: look, onLost: look })
  const shown = count > SHOWN_MAX ? `${SHOWN_MAX}+` : String(count)
  return (
    <Indicator label={shown} size={16} disabled={count === 0} color="red.8" offset={4}>
      <ActionIcon component={Link} to="/notifications" variant="subtle" color="gray" size="lg" aria-label={t('bell', { count })}>
        <IconBell size={18} aria-hidden />
      </ActionIcon>
    </Indicator>
  )
}

import { Button, Group, List, Loader, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconClock, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { ErrorState } from '../shell/states.tsx'
import { whyQuery } from './order-queries.ts'
import { useWhyText } from './use-why-text.ts'

/** So many reasons are shown before someone asks for all; the most pressing come first. */
const SHOWN = 3

const icons = { Person: IconUser, Time: IconClock, Nothing: IconCheck } as const
const colours = { Person: 'orange', Time: 'blue', Nothing: 'green' } as const

/** What an order is waiting for, and what a person can do. */
export function WhyCard({ orderId }: { orderId: string }) {
  const t = useTranslations('order.why')
  const states = useTranslations('states')
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  const { data, error, isPending, failureCount, refetch } = useQuery(whyQuery(orderId))
  const whyText = useWhyText()
  // The rest of the page waits for the first response, and not for further tries.
  if (isPending || whyText.isLoading)
    return <Loader size="sm" role="status" aria-label={states('loading')} data-unsized={failureCount === 0 || undefined} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.reasons.length === 0) return <Text size="sm">{t('none')}</Text>
  const hidden = data.reasons.length - SHOWN
  return (
    <Stack gap="sm">
      {data.reasons.slice(0, isWhole ? undefined : SHOWN).map((reason) => {
        const { code, about, waitsFor, since, next, actions } = reason
        const Icon = icons[waitsFor]
        return (
          <Group key={`${code} ${about.kind} ${about.id} ${since}`} align="flex-start" wrap="nowrap" gap="sm">
            <ThemeIcon variant="light" color={colours[waitsFor]} size="sm" mt={2}>
              <Icon size={14} aria-hidden />
            </ThemeIcon>
            <div>
              <Text size="sm" className="note-text">
                {whyText.reason(reason)}
              </Text>
              {next === null ? null : <Text size="sm">{whyText.next(next)}</Text>}
              <List size="sm" spacing={2}>
                {actions.map((action) => (
                  <List.Item key={action.sentence}>{whyText.action(action)}</List.Item>
                ))}
              </List>
              {since === null ? null : (
                <Text size="xs" c="dimmed">
                  {t('since', { time: format.time(since) })}
                </Text>
              )}
            </div>
          </Group>
        )
      })}
      {hidden > 0 && !isWhole ? (
        <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
          {t('more', { count: hidden })}
        </Button>
      ) : null}
    </Stack>
  )
}

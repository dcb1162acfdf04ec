import { Button, Group, List, Loader, Stack, Text, ThemeIcon } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { IconCheck, IconClock, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { ErrorState } from '../shell/states.tsx'
import { whyQuery } from './order-queries.ts'
import { useSentences } from './timeline/use-sentences.ts'

/** So many reasons are shown before someone asks for all; the most pressing come first. */
const SHOWN = 3

const icons = { Person: IconUser, Time: IconClock, Nothing: IconCheck } as const
const colours = { Person: 'orange', Time: 'blue', Nothing: 'green' } as const

/** Why the order is in its state, and what a person can do. */
export function WhyCard({ order }: { order: Order }) {
  const t = useTranslations('order.why')
  const states = useTranslations('states')
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  const { data, error, isPending, failureCount, refetch } = useQuery(whyQuery(order.id))
  const { areLoading, ...sentences } = useSentences(order)
  // The rest of the page waits for the first response, and not for further tries.
  if (isPending || areLoading)
    return <Loader size="sm" role="status" aria-label={states('loading')} data-unsized={failureCount === 0 || undefined} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.reasons.length === 0) return <Text size="sm">{t('none')}</Text>
  const hidden = data.reasons.length - SHOWN
  return (
    <Stack gap="sm">
      {data.reasons.slice(0, isWhole ? undefined : SHOWN).map((reason) => {
        const { code, about, waitsFor, since, actions } = reason
        const Icon = icons[waitsFor]
        const sentence = sentences.reason(reason)
        const next = sentences.next(reason)
        return (
          <Group key={`${code} ${about.kind} ${about.id} ${since}`} align="flex-start" wrap="nowrap" gap="sm">
            <ThemeIcon variant="light" color={colours[waitsFor]} size="sm" mt={2}>
              <Icon size={14} aria-hidden />
            </ThemeIcon>
            <div>
              <Text size="sm" className="note-text" lang={sentence.lang}>
                {sentence.text}
              </Text>
              {next === null ? null : (
                <Text size="sm" lang={next.lang}>
                  {t('next', { sentence: next.text })}
                </Text>
              )}
              <List size="sm" spacing={2}>
                {actions.map((action) => {
                  const { text, lang } = sentences.action(action)
                  return (
                    <List.Item key={action.sentence} lang={lang}>
                      {text}
                    </List.Item>
                  )
                })}
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

import { Code, Group, List, Loader, Stack, Text, ThemeIcon } from '@mantine/core'
import type { DayExplanation } from '@open-oms/client/types'
import { IconCheck, IconClock, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useWhyText } from '../order/use-why-text.ts'
import { ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { whyDayQuery } from './money-queries.ts'

const icons = { Person: IconUser, Time: IconClock, Nothing: IconCheck } as const
const colours = { Person: 'orange', Time: 'blue', Nothing: 'green' } as const

/** Why the day of a store is posted, or still a draft, with what a person can do. */
export function DayReasons({ day, storeId }: { day: string; storeId: string }) {
  const t = useTranslations('money.why')
  const states = useTranslations('states')
  const { data, error, isPending, failureCount, refetch } = useQuery(whyDayQuery(day, storeId))
  const { isLoading } = useWhyText()
  if (isPending || isLoading)
    return <Loader size="sm" role="status" aria-label={states('loading')} data-unsized={failureCount === 0 || undefined} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.reasons.length === 0) return <Text size="sm">{t('none')}</Text>
  return (
    <Stack gap="md">
      {data.reasons.map((reason) => (
        <Reason
          key={`${reason.code} ${reason.about.kind} ${reason.about.id} ${reason.since} ${reason.sentence}`}
          reason={reason}
        />
      ))}
    </Stack>
  )
}

function Reason({ reason }: { reason: DayExplanation['reasons'][number] }) {
  const { waitsFor, about, since, next, actions } = reason
  const whyText = useWhyText()
  const t = useTranslations('money.why')
  const format = useFormat()
  const Icon = icons[waitsFor]
  return (
    <Group align="flex-start" wrap="nowrap" gap="sm">
      <ThemeIcon variant="light" color={colours[waitsFor]} size="sm" mt={2}>
        <Icon size={14} aria-hidden />
      </ThemeIcon>
      <Stack gap={4}>
        <Text size="sm" className="note-text">
          {whyText.reason(reason)}
        </Text>
        {next === null ? null : <Text size="sm">{whyText.next(next)}</Text>}
        <List size="sm" spacing={2}>
          {actions.map((action) => (
            <List.Item key={action.sentence}>
              {whyText.action(action)} {action.command === undefined ? null : <Code>{action.command}</Code>}
            </List.Item>
          ))}
        </List>
        <Text size="xs" c="dimmed">
          {[t(`waitsFor.${waitsFor}`), since === null ? null : t('since', { time: format.time(since) })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {about.kind === 'Posting' ? (
          <TextLink to="/money/postings/$postingId" params={{ postingId: about.id }} size="xs">
            {t('toPosting')}
          </TextLink>
        ) : null}
        {about.kind === 'ZReport' ? (
          <TextLink to="/money/z-reports/$zReportId" params={{ zReportId: about.id }} size="xs">
            {t('toZReport')}
          </TextLink>
        ) : null}
      </Stack>
    </Group>
  )
}

import { Badge, CloseButton, Group, Paper, Table, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Subject } from './dead-letter-list.tsx'
import type { EndedLetter, Endings } from './use-ending.ts'

const colors = { running: 'blue', done: 'green', gone: 'orange', failed: 'red' } as const

/** What has become of each dead letter that was replayed or dropped. */
export function EndingResults({ endings: { action, letters }, onClose }: { endings: Endings; onClose: () => void }) {
  const t = useTranslations('work.deadLetters')
  const isEnded = letters.every(({ ending }) => ending !== null)
  const done = letters.filter(({ ending }) => ending?.outcome === 'done').length
  return (
    <Paper withBorder mx="md" mb="sm" p="sm" component="section" aria-label={t('results')}>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t(`progress.${action}`, { done, count: letters.length })}
        </Text>
        {isEnded ? <CloseButton aria-label={t('closeResults')} onClick={onClose} /> : null}
      </Group>
      {action === 'replay' && isEnded ? (
        <Text size="sm" c="dimmed">
          {t('again')}
        </Text>
      ) : null}
      <Table.ScrollContainer
        minWidth={320}
        mah={240}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('results') } }}
      >
        <Table aria-label={t('results')} verticalSpacing={4}>
          <Table.Tbody>
            {letters.map((ended) => (
              <ResultRow key={ended.letter.id} ended={ended} action={action} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function ResultRow({ ended: { letter, ending }, action }: { ended: EndedLetter; action: Endings['action'] }) {
  const t = useTranslations('work.deadLetters')
  const outcome = ending?.outcome ?? 'running'
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{letter.type ?? t('unreadable')}</Text>
        <Subject letter={letter} />
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" color={colors[outcome]} tt="none">
          {outcome === 'done' ? t(`outcomes.done.${action}`) : t(`outcomes.${outcome}`)}
        </Badge>
        {ending?.outcome === 'failed' ? (
          <Text size="sm" className="note-text">
            {ending.reason}
          </Text>
        ) : null}
      </Table.Td>
    </Table.Tr>
  )
}

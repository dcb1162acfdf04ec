import { Loader, Stack, Table, Text, Title, UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { KEPT_DAYS, KEPT_MAX, type KeptImport, rowsDone } from './kept/kept-import.ts'

type ListProps = {
  imports: readonly KeptImport[]
  isLoading: boolean
  runningId: string | null
  onShow: (id: string) => void
}

/** The imports that this browser keeps. */
export function ImportList({ imports, isLoading, runningId, onShow }: ListProps) {
  const t = useTranslations('imports.list')
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('kept', { count: KEPT_MAX, days: KEPT_DAYS })}
      </Text>
      {isLoading ? <Loader role="status" aria-label={t('loading')} /> : null}
      {!isLoading && imports.length === 0 ? <Text size="sm">{t('none')}</Text> : null}
      {imports.length > 0 ? <ImportTable {...{ imports, runningId, onShow }} /> : null}
    </Stack>
  )
}

function ImportTable({ imports, runningId, onShow }: Omit<ListProps, 'isLoading'>) {
  const t = useTranslations('imports')
  const format = useFormat()
  return (
    <Table.ScrollContainer
      minWidth={560}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('list.title') } }}
    >
      <Table aria-label={t('list.title')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('list.file')}</Table.Th>
            <Table.Th>{t('list.kind')}</Table.Th>
            <Table.Th>{t('list.state')}</Table.Th>
            <Table.Th>{t('list.begun')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {imports.map((kept) => (
            <Table.Tr key={kept.id}>
              <Table.Td>
                <UnstyledButton className="order-link note-text" fz="sm" onClick={() => onShow(kept.id)}>
                  {kept.fileName}
                </UnstyledButton>
              </Table.Td>
              <Table.Td>{t(`kinds.${kept.kind}`)}</Table.Td>
              <Table.Td className="figures">
                <ImportStatus kept={kept} isRunning={kept.id === runningId} />
              </Table.Td>
              <Table.Td className="figures">{format.time(kept.begun)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function ImportStatus({ kept, isRunning }: { kept: KeptImport; isRunning: boolean }) {
  const t = useTranslations('imports.list')
  const format = useFormat()
  const refused = kept.counts.refused + kept.counts.unreadable
  if (isRunning) return t('states.running')
  if (kept.ended === null) return t('states.interrupted', { done: format.count(rowsDone(kept)), all: format.count(kept.rows) })
  return t('states.done', { all: format.count(kept.rows), count: refused })
}

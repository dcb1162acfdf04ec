import { Button, Group, Loader, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ConfigurationDocument } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../display/use-format.ts'
import { gateway } from '../../session/gateway.ts'
import { BusyDialog } from '../../shell/busy-dialog.tsx'
import { ErrorState } from '../../shell/states.tsx'
import { ConfigTable } from '../config-table.tsx'
import { WriteRefusal } from './document-outcome.tsx'
import { useDocumentWrite, versionsQuery } from './document-queries.ts'

type Shown = Omit<ConfigurationDocument, 'note'>

/** Who has changed a document last, and the way to its versions. */
export function DocumentHistory({ document }: { document: Shown }) {
  const t = useTranslations('stored.history')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { name, changed, changedBy, isStored } = document
  const close = () => setOpen(false)
  const ofFolder = document.text === null ? t('builtIn') : t('file', { file: name })
  const origin = changed === null || !isStored ? ofFolder : t('last', { by: changedBy ?? '–', at: format.time(changed) })
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm" c="dimmed">
        {origin}
      </Text>
      <Button size="xs" variant="default" disabled={changed === null} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <BusyDialog
        opened={isOpen}
        onClose={close}
        size="xl"
        title={t('title', { name })}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {isOpen ? <Versions document={document} onDone={close} /> : null}
      </BusyDialog>
    </Group>
  )
}

function Versions({ document: { name, version: current }, onDone }: { document: Shown; onDone: () => void }) {
  const t = useTranslations('stored.history')
  const format = useFormat()
  const { data, error, refetch } = useQuery(versionsQuery(name))
  const restoring = useDocumentWrite(
    (version: number) =>
      gateway.post('/api/Configuration/Documents/Restore', { query: { name }, ifMatch: String(current), body: { version } }),
    {
      onWritten: () => {
        notifications.show({ color: 'green', message: t('restored') })
        onDone()
      },
    },
  )
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader size="sm" role="status" aria-label={t('loading')} />
  const restore = (version: number) => () => {
    if (!restoring.isPending) restoring.mutate(version)
  }
  const rows = [...data.result, { version: 0, isStored: false, changed: null, changedBy: null, note: null }]
  return (
    <>
      <WriteRefusal error={restoring.error} />
      <ConfigTable label={t('title', { name })} columns={[t('version'), t('when'), t('who'), t('why'), t('restore')]}>
        {rows.map(({ version, isStored, changed, changedBy, note }) => (
          <Table.Tr key={version}>
            <Table.Td className="figures">{isStored ? version : t('ofFile')}</Table.Td>
            <Table.Td>{changed === null ? '–' : format.time(changed)}</Table.Td>
            <Table.Td>{changedBy ?? '–'}</Table.Td>
            <Table.Td className="note-text">{note ?? '–'}</Table.Td>
            <Table.Td>
              {version === current ? (
                t('current')
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  loading={restoring.isPending && restoring.variables === version}
                  onClick={restore(version)}
                  aria-label={version === 0 ? t('restoreFile') : t('restoreVersion', { version })}
                >
                  {t('restore')}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ConfigTable>
    </>
  )
}

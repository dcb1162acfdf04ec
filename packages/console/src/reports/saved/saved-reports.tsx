import { Button, Group, Loader, Table, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { SavedReport } from '@open-oms/client/types'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfigTable } from '../../configuration/config-table.tsx'
import { useFormat } from '../../display/use-format.ts'
import { BusyDialog } from '../../shell/busy-dialog.tsx'
import { ErrorState } from '../../shell/states.tsx'
import { SavedReportForm } from './saved-report-form.tsx'
import { deleteSavedReport, runSavedReport, savedReportsQuery, setActive } from './saved-report-queries.ts'

type Choice = { value: string; label: string }

/** The reports that are sent by a schedule, with what can be done about them. */
export function SavedReports({ reports }: { reports: readonly Choice[] }) {
  const t = useTranslations('reports.saved')
  const { data, error, refetch } = useQuery(savedReportsQuery)
  const [isAdding, setAdding] = useState(false)
  const close = () => setAdding(false)
  return (
    <section aria-labelledby="saved-reports">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="saved-reports">
          {t('title')}
        </Title>
        <Button size="xs" onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      </Group>
      {error !== null && data === undefined ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {error === null && data === undefined ? <Loader size="sm" role="status" aria-label={t('loading')} /> : null}
      {data?.length === 0 ? <Text size="sm">{t('none')}</Text> : null}
      {data === undefined || data.length === 0 ? null : (
        <ConfigTable
          label={t('title')}
          columns={[t('name'), t('recipients'), t('next'), t('lastRun'), t('actions')]}
          minWidth={760}
        >
          {data.map((saved) => (
            <SavedReportRow key={saved.id} {...{ saved, reports }} />
          ))}
        </ConfigTable>
      )}
      <BusyDialog opened={isAdding} onClose={close} title={t('add')} closeButtonProps={{ 'aria-label': t('close') }}>
        <SavedReportForm reports={reports} onDone={close} />
      </BusyDialog>
    </section>
  )
}

function SavedReportRow({ saved, reports }: { saved: SavedReport; reports: readonly Choice[] }) {
  const t = useTranslations('reports.saved')
  const format = useFormat()
  const { name, period, recipients, folder, nextRunAt, lastRun, stores } = saved
  const report = reports.find(({ value }) => value === saved.report)?.label ?? saved.report
  return (
    <Table.Tr>
      <Table.Td className="note-text">
        {name}
        <Text size="xs" c="dimmed">
          {[report, t(`periods.${period}`), ...stores].join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td className="note-text">{[...recipients, ...(folder === null ? [] : [`${folder}/`])].join(', ')}</Table.Td>
      <Table.Td>{nextRunAt === null ? t('paused') : format.time(nextRunAt)}</Table.Td>
      <Table.Td className="note-text">
        {lastRun === null ? '–' : `${format.time(lastRun.due)}: ${t(`states.${lastRun.state}`)}`}
        {lastRun?.reason == null ? null : (
          <Text size="xs" c="dimmed">
            {lastRun.reason}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Actions saved={saved} />
      </Table.Td>
    </Table.Tr>
  )
}

function Actions({ saved }: { saved: SavedReport }) {
  const t = useTranslations('reports.saved')
  const queries = useQueryClient()
  const { name } = saved
  const acting = useMutation({
    mutationFn: async ({ act }: { act: () => Promise<unknown>; done: string }) => {
      await act()
    },
    onSuccess: (_nothing, { done }) => notifications.show({ color: 'green', message: done }),
    onError: (error) => notifications.show({ color: 'red', title: t('failed'), message: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: savedReportsQuery.queryKey }),
  })
  const [isSure, setSure] = useState(false)
  const pausing = saved.active ? 'pause' : 'resume'
  const button = (action: 'run' | 'pause' | 'resume' | 'remove' | 'sure', onClick: () => void) => (
    <Button size="compact-xs" variant="default" loading={acting.isPending} onClick={onClick} aria-label={`${t(action)}: ${name}`}>
      {t(action)}
    </Button>
  )
  return (
    <Group gap={6}>
      {button('run', () => acting.mutate({ act: () => runSavedReport(saved), done: t('asked', { name }) }))}
      {button(pausing, () => acting.mutate({ act: () => setActive(saved, !saved.active), done: t('changed', { name }) }))}
      {isSure
        ? button('sure', () => acting.mutate({ act: () => deleteSavedReport(saved), done: t('removed', { name }) }))
        : button('remove', () => setSure(true))}
    </Group>
  )
}

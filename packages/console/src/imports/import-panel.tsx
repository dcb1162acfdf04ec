import { Alert, Button, Group, Loader, Progress, Stack, Text } from '@mantine/core'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../display/save-file.ts'
import { useFormat } from '../display/use-format.ts'
import { Section } from '../shell/section.tsx'
import { ForgetImport } from './forget-import.tsx'
import { beginKey, reportQuery } from './import-queries.ts'
import { goesOnUntil, type KeptImport, resumeObstacle, rowsDone } from './kept/kept-import.ts'
import { nameBeside, refusedFile, reportFile } from './report-files.ts'
import { outcomes, type RowResult } from './sending/row-results.ts'
import { StorageAlert } from './storage-alert.tsx'
import type { ImportRun } from './use-import-run.ts'
import { outcomeColors, useResultTexts } from './use-result-texts.ts'

// The page has a budget, and no rows to draw before something was imported.
const ReportRows = lazy(async () => ({ default: (await import('./report-rows.tsx')).ReportRows }))

/**
 * How far an import is, what became of each row, and what can be done about those that were not
 * accepted.
 */
export function ImportPanel({ kept, run, onClose }: { kept: KeptImport; run: ImportRun; onClose: () => void }) {
  const t = useTranslations('imports')
  const format = useFormat()
  const isRunning = run.running?.id === kept.id
  const report = useQuery({ ...reportQuery(kept.id, rowsDone(kept)), enabled: !isRunning && rowsDone(kept) > 0 })
  const results = isRunning ? [] : (report.data ?? [])
  return (
    <Section title={t('panel.title', { name: kept.fileName })}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(kept.replaces ? 'panel.aboutReplacing' : 'panel.about', {
            kind: t(`kinds.${kept.kind}`),
            time: format.time(kept.begun),
          })}
        </Text>
        <ImportProgress {...{ kept, run, isRunning }} />
        <Stopped {...{ kept, run, isRunning }} />
        <Actions {...{ kept, run, isRunning, results, onClose }} />
        {report.isError ? <StorageAlert error={report.error} /> : null}
        {results.length === 0 ? null : (
          <Suspense fallback={<Loader size="sm" role="status" aria-label={t('panel.loading')} />}>
            <ReportRows results={results} kind={kept.kind} isList={kept.format === 'json'} />
          </Suspense>
        )}
      </Stack>
    </Section>
  )
}

type ActionProps = StateProps & { results: readonly RowResult[]; onClose: () => void }

type StateProps = { kept: KeptImport; run: ImportRun; isRunning: boolean }

function ImportProgress({ kept, run, isRunning }: StateProps) {
  const t = useTranslations('imports')
  const format = useFormat()
  const status = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => status.current?.focus(), [])
  const counts = outcomes.filter((outcome) => kept.counts[outcome] > 0)
  const done = rowsDone(kept)
  return (
    <Stack gap={6}>
      <Progress.Root size="md">
        {counts.map((outcome) => (
          <Progress.Section
            key={outcome}
            value={(kept.counts[outcome] / Math.max(1, kept.rows)) * 100}
            color={outcomeColors[outcome]}
            aria-label={t(`outcomes.${outcome}`)}
          />
        ))}
      </Progress.Root>
      <Text size="sm" role="status" ref={status} tabIndex={-1} className="figures">
        {[
          t('panel.done', { done: format.count(done), all: format.count(kept.rows) }),
          ...counts.map((outcome) => `${t(`outcomes.${outcome}`)}: ${format.count(kept.counts[outcome])}`),
        ].join(' · ')}
      </Text>
      {isRunning ? (
        <Text size="sm" c="dimmed">
          {run.waitsUntil === null
            ? t('panel.stay')
            : t('panel.waits', { time: format.moment(new Date(run.waitsUntil).toISOString()) })}
        </Text>
      ) : null}
    </Stack>
  )
}

/** Why an import that is not at its end does not go on. */
function Stopped({ kept, run, isRunning }: StateProps) {
  const t = useTranslations('imports.panel')
  const format = useFormat()
  if (isRunning || kept.ended !== null) return null
  const left = kept.rows - rowsDone(kept)
  const until = format.time(goesOnUntil(kept).toISOString())
  const why = () => {
    if (run.elsewhere === kept.id) return t('elsewhere')
    const obstacle = resumeObstacle(kept, Date.now())
    if (obstacle !== null) return t(obstacle)
    return kept.failure === null ? t('safe', { until }) : t('failed', { reason: kept.failure, until })
  }
  return (
    <Alert color="orange" variant="outline" role="alert" title={t('interrupted', { count: left })}>
      <Text size="sm" className="note-text">
        {why()}
      </Text>
    </Alert>
  )
}

function Actions({ kept, run, isRunning, results, onClose }: ActionProps) {
  const t = useTranslations('imports.panel')
  const save = useDownloads(kept, results)
  // A new import runs as soon as its file is copied.
  const isBusy = useIsMutating({ mutationKey: beginKey }) > 0 || run.running !== null
  const refused = kept.counts.refused + kept.counts.unreadable
  if (isRunning)
    return (
      <Group>
        <StopButton onStop={run.stop} />
      </Group>
    )
  return (
    <Group gap="xs">
      {kept.ended === null && resumeObstacle(kept, Date.now()) === null ? (
        <Button size="xs" disabled={isBusy} onClick={() => void run.run(kept)}>
          {t('goOn')}
        </Button>
      ) : null}
      {results.length > 0 ? (
        <Button size="xs" variant="default" onClick={save.report}>
          {t('saveReport')}
        </Button>
      ) : null}
      {results.length > 0 && refused > 0 ? (
        <Button size="xs" variant={kept.ended === null ? 'default' : 'filled'} onClick={save.refused}>
          {t('saveRefused', { count: refused })}
        </Button>
      ) : null}
      <Button size="xs" variant="default" onClick={onClose}>
        {t('close')}
      </Button>
      <ForgetImport kept={kept} onForgotten={onClose} />
    </Group>
  )
}

/** What is under way ends first, so the button says that it was pressed. */
function StopButton({ onStop }: { onStop: () => void }) {
  const t = useTranslations('imports.panel')
  const [isStopping, setStopping] = useState(false)
  const stop = () => {
    setStopping(true)
    onStop()
  }
  return (
    <Button size="xs" variant="default" loading={isStopping} onClick={stop}>
      {t('stop')}
    </Button>
  )
}

function useDownloads(kept: KeptImport, results: readonly RowResult[]) {
  const t = useTranslations('imports.report')
  const texts = useResultTexts()
  const columns = [t(kept.format === 'json' ? 'item' : 'line'), t('key'), t('outcome'), t('reason')]
  return {
    report: () => saveFile(reportFile(results, { columns, ...texts }), nameBeside(kept.fileName, t('reportFile'), '.csv')),
    refused: () => saveFile(refusedFile(results, kept), nameBeside(kept.fileName, t('refusedFile'))),
  }
}

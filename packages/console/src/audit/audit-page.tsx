import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { AuditRecord } from '@open-oms/client/types'
import { auditActs, auditOutcomes } from '@open-oms/contracts/audit/audit-acts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTimeZone, useTranslations } from 'use-intl'
import { DownloadButton } from '../display/download-button.tsx'
import { saveFile } from '../display/save-file.ts'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { useMay } from '../session/use-session.ts'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { FilterField } from '../shell/filter-field.tsx'
import { EmptyState } from '../shell/states.tsx'
import { auditEn } from '../texts/en/audit.ts'
import { auditNb } from '../texts/nb/audit.ts'
import { WorkTexts } from '../work/work-frame.tsx'
import { FoundList } from '../work/work-list.tsx'
import { type AuditFilter, auditFilter } from './audit-filter.ts'
import { AuditList, AuditSubject } from './audit-list.tsx'
import { auditQuery, exportAudit } from './audit-queries.ts'
import { type AuditView, readAuditView } from './audit-view.ts'

const texts = { en: { audit: auditEn }, nb: { audit: auditNb } } as const

/** Who did what, where from, and how it ended, for administrators of all stores. */
export function AuditPage() {
  return (
    <WorkTexts>
      <AreaTexts texts={texts}>
        <Audit />
      </AreaTexts>
    </WorkTexts>
  )
}

function Audit() {
  const t = useTranslations('audit')
  const mayRead = useMay()('readAudit')
  const view = useSearch({ from: '/audit' })
  const filter = auditFilter(view, useTimeZone() ?? 'UTC')
  useTitle(t('title'))
  return (
    <Stack component="section" gap="xs" px="md" py="sm" aria-label={t('title')}>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t('title')}
        </Title>
        {mayRead ? <AuditExport filter={filter} /> : null}
      </Group>
      {mayRead ? (
        <>
          <Text size="sm" c="dimmed">
            {t('explain')}
          </Text>
          <Filters view={view} />
          <Found filter={filter} />
        </>
      ) : (
        <EmptyState title={t('forbidden.title')} text={t('forbidden.text')} />
      )}
    </Stack>
  )
}

function Filters({ view }: { view: AuditView }) {
  const t = useTranslations('audit')
  const navigate = useNavigate({ from: '/audit' })
  const show = (changes: Record<string, unknown>) =>
    void navigate({ search: readAuditView({ ...view, ...changes }), replace: true })
  const isNarrowed = Object.keys(view).length > 0
  return (
    <Group gap="xs" role="search">
      <FilterField label={t('filters.actor')} value={view.actor ?? ''} width={190} onChange={(actor) => show({ actor })} />
      <NativeSelect
        size="xs"
        aria-label={t('act')}
        value={view.act ?? ''}
        onChange={({ currentTarget }) => show({ act: currentTarget.value })}
        data={[{ value: '', label: t('filters.anyAct') }, ...auditActs.map((act) => ({ value: act, label: t(`acts.${act}`) }))]}
      />
      <NativeSelect
        size="xs"
        aria-label={t('outcome')}
        value={view.outcome ?? ''}
        onChange={({ currentTarget }) => show({ outcome: currentTarget.value })}
        data={[
          { value: '', label: t('filters.anyOutcome') },
          ...auditOutcomes.map((outcome) => ({ value: outcome, label: t(`outcomes.${outcome}`) })),
        ]}
      />
      <FilterField label={t('filters.order')} value={view.order ?? ''} width={170} onChange={(order) => show({ order })} />
      <FilterField
        label={t('filters.customer')}
        value={view.customer ?? ''}
        width={170}
        onChange={(customer) => show({ customer })}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          size="xs"
          aria-label={t(`filters.${name}`)}
          title={t(`filters.${name}`)}
          value={view[name] ?? ''}
          onChange={({ currentTarget }) => show({ [name]: currentTarget.value })}
        />
      ))}
      {isNarrowed ? (
        <Button size="xs" variant="subtle" onClick={() => void navigate({ search: {}, replace: true })}>
          {t('filters.clear')}
        </Button>
      ) : null}
    </Group>
  )
}

function Found({ filter }: { filter: AuditFilter }) {
  const t = useTranslations('audit')
  const found = useInfiniteQuery(auditQuery(filter))
  const [opened, setOpened] = useState<AuditRecord>()
  const records = found.data?.pages.flatMap(({ result }) => result) ?? []
  return (
    <>
      <FoundList
        found={found}
        isEmpty={records.length === 0}
        whenEmpty={<EmptyState title={t('empty.title')} text={t('empty.text')} />}
      >
        <AuditList records={records} onOpen={setOpened} />
      </FoundList>
      <BusyDialog
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size="lg"
        title={t('record')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {opened === undefined ? null : <AuditDetails record={opened} />}
      </BusyDialog>
    </>
  )
}

/** All that is known of one record. */
function AuditDetails({ record }: { record: AuditRecord }) {
  const t = useTranslations('audit')
  const format = useFormat()
  const { actorKind, details } = record
  const facts = [
    [t('when'), format.time(record.time)],
    [t('act'), t(`acts.${record.act}`)],
    [t('outcome'), t(`outcomes.${record.outcome}`)],
    [t('actor'), record.actor],
    [t('facts.actorKind'), actorKind === null ? null : t(`kinds.${actorKind}`)],
    [t('facts.clientId'), record.clientId],
    [t('facts.session'), record.session],
    [t('facts.address'), record.address],
    [t('facts.service'), record.service],
    [t('facts.operation'), record.operation],
    [t('facts.trace'), record.traceId],
    [t('facts.sequence'), format.count(record.sequence)],
    [t('facts.hash'), record.hash],
  ] as const
  return (
    <Stack gap="sm">
      <dl className="facts">
        {facts.flatMap(([name, value]) =>
          value === null ? [] : [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>],
        )}
        <dt>{t('subject')}</dt>
        <dd>
          <AuditSubject record={record} />
        </dd>
        {/* Their names are those of the records, which other systems get too. */}
        {Object.entries(details).flatMap(([name, value]) => [
          <dt key={name} lang="en">
            {name}
          </dt>,
          <dd key={`${name} value`}>{value}</dd>,
        ])}
      </dl>
    </Stack>
  )
}

/** Downloads the records that are found, a line of JSON each. A second click stops it. */
function AuditExport({ filter }: { filter: AuditFilter }) {
  const t = useTranslations('audit.export')
  const format = useFormat()
  const [count, setCount] = useState(0)
  const download = async (signal: AbortSignal) => {
    setCount(0)
    const { file, count: saved, isCut } = await exportAudit(filter, { signal, onProgress: setCount })
    saveFile(file, `audit-${new Date().toISOString().slice(0, 10)}.jsonl`)
    if (isCut) notifications.show({ color: 'orange', message: t('cut', { count: saved }), autoClose: false })
  }
  return (
    <DownloadButton
      download={download}
      texts={{ start: t('start'), stop: t('stop'), failed: t('failed') }}
      progress={t('progress', { count: format.count(count) })}
    />
  )
}

import { Button, NativeSelect } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useWords } from '../vocabulary/use-words.ts'
import type { VersionsView } from './versions-view.ts'

type Version = { versionId: string; created: string; createdBy: string | null; provenBy?: string | null; operation: string }
type List = UseInfiniteQueryResult<InfiniteData<Version[]>>
type FieldsProps = { list: List; from: string | null; to: string; onChange: (view: VersionsView) => void }

/** The two versions that are compared, to be chosen from those of the order, the newest first. */
export function VersionFields({ list, from, to, onChange }: FieldsProps) {
  const t = useTranslations('versions')
  const format = useFormat()
  const words = useWords()
  const versions = list.data?.pages.flat() ?? []
  const versionLabel = ({ created, operation, createdBy, provenBy }: Version) =>
    t('version', {
      time: format.moment(created),
      operation: words('orderOperations', operation),
      name: provenBy ? `${createdBy} (${provenBy})` : (createdBy ?? t('nobody')),
    })
  const options = versions.map((version) => ({ value: version.versionId, label: versionLabel(version) }))
  // The address may name a version that is not loaded yet.
  const withChosen = (chosen: string) =>
    options.some(({ value }) => value === chosen)
      ? options
      : [...options, { value: chosen, label: t('unlisted', { version: chosen }) }]
  return (
    <div className="version-fields">
      <NativeSelect
        size="xs"
        label={t('from')}
        value={from ?? ''}
        data={from === null ? [{ value: '', label: t('nothing') }, ...options] : withChosen(from)}
        onChange={({ currentTarget }) => onChange({ ...(currentTarget.value === '' ? {} : { from: currentTarget.value }), to })}
      />
      <NativeSelect
        size="xs"
        label={t('to')}
        value={to}
        data={withChosen(to)}
        onChange={({ currentTarget }) => onChange({ ...(from === null ? {} : { from }), to: currentTarget.value })}
      />
      {list.hasNextPage ? (
        <Button size="xs" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('older')}
        </Button>
      ) : null}
    </div>
  )
}

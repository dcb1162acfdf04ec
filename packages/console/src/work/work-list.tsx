import { Button, Checkbox, Group, Loader, Table } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ListSkeleton } from '../shell/skeletons.tsx'
import { ErrorState } from '../shell/states.tsx'

type ListQuery = Pick<
  UseInfiniteQueryResult,
  'isError' | 'isPending' | 'isSuccess' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

type FoundProps = { found: ListQuery; isEmpty: boolean; whenEmpty: ReactNode; children: ReactNode }

/**
 * A list that is found page by page: its rows, that there are none, or why it cannot be loaded; and
 * the way to what follows.
 */
export function FoundList({ found, isEmpty, whenEmpty, children }: FoundProps) {
  const t = useTranslations('work')
  return (
    <>
      {found.isError && isEmpty ? <ErrorState error={found.error as Error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <ListSkeleton label={t('loading')} isUnsized /> : null}
      {found.isSuccess && isEmpty ? whenEmpty : null}
      {isEmpty ? null : children}
      <MoreButton found={found} />
    </>
  )
}

/** Fetches what follows where there is more. */
export function MoreButton({ found: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { found: ListQuery }) {
  const t = useTranslations('work')
  if (isFetchingNextPage) return <Loader size="sm" m="md" role="status" aria-label={t('loading')} />
  if (!hasNextPage) return null
  return (
    <Group justify="center" p="sm">
      <Button variant="default" size="xs" onClick={() => void fetchNextPage()}>
        {t('more')}
      </Button>
    </Group>
  )
}

/** A table as wide as the page, which scrolls where that is not enough. */
export function WorkTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Table.ScrollContainer
      minWidth={320}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': label, role: 'region' } }}
    >
      <Table aria-label={label} verticalSpacing="xs">
        {children}
      </Table>
    </Table.ScrollContainer>
  )
}

type SelectAllProps = {
  ids: readonly string[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  label: string
}

/** The head of the column in which rows are selected: all of them, or none. */
export function SelectAll({ ids, selected, onSelect, label }: SelectAllProps) {
  const areAll = ids.every((id) => selected.has(id))
  return (
    <Table.Th w={40}>
      <Checkbox
        size="xs"
        checked={areAll}
        indeterminate={selected.size > 0 && !areAll}
        onChange={() => onSelect(new Set(areAll ? [] : ids))}
        aria-label={label}
      />
    </Table.Th>
  )
}

/** A selection with one more, or with one less where it was selected. */
export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = new Set(selected)
  if (!others.delete(id)) others.add(id)
  return others
}

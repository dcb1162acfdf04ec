import { Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import { isNarrowed, type OrderView, searchOf } from './order-view.ts'
import { savedSearchesKey } from './use-found-orders.ts'

type SavedProps = { view: OrderView; onShow: (view: OrderView) => void }

/** The queues of the person and those that all share, with how many orders are in each. */
export function SavedSearches({ view, onShow }: SavedProps) {
  const t = useTranslations('orders.saved')
  const format = useFormat()
  const { data } = useQuery({
    queryKey: savedSearchesKey,
    queryFn: ({ signal }) => gateway.get('/api/SavedSearches', { query: { counts: true }, signal }),
    staleTime: 30_000,
  })
  const { saved, columns } = view
  const kept = columns === undefined ? {} : { columns }
  const searches = data?.result ?? []
  return (
    <Group gap={6} role="group" aria-label={t('title')}>
      <Button
        size="compact-sm"
        variant={saved === undefined && !isNarrowed(view) ? 'light' : 'subtle'}
        onClick={() => onShow(kept)}
      >
        {t('all')}
      </Button>
      {searches.map(({ id, name, count, countIsExact }) => (
        <Button
          key={id}
          size="compact-sm"
          variant={saved === id ? 'light' : 'subtle'}
          aria-pressed={saved === id}
          onClick={() => onShow({ ...kept, saved: id })}
        >
          {name}
          {count === null ? '' : ` ${format.count(count)}${countIsExact === false ? '+' : ''}`}
        </Button>
      ))}
      {saved === undefined && isNarrowed(view) ? (
        <SaveSearch view={view} onSaved={(id) => onShow({ ...kept, saved: id })} />
      ) : null}
    </Group>
  )
}

function SaveSearch({ view, onSaved }: { view: OrderView; onSaved: (id: string) => void }) {
  const t = useTranslations('orders.saved')
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const saving = useMutation({
    mutationFn: () => gateway.post('/api/SavedSearches', { body: { name: name.trim(), search: searchOf(view) } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: savedSearchesKey })
      onSaved(id)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<IconBookmark size={14} aria-hidden />}>
          {t('save')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('save')}>
        <Stack component="form" gap="xs" onSubmit={submit}>
          <TextInput
            size="xs"
            label={t('name')}
            required
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {saving.isError ? <ErrorState error={saving.error} /> : null}
          <Button size="xs" type="submit" loading={saving.isPending}>
            {t('submit')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

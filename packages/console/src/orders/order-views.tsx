import { Button, Group, Popover } from '@mantine/core'
import type { SavedSearch } from '@open-oms/client/types'
import { IconBookmark, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useChosenStore } from '../configuration/use-chosen-store.ts'
import { useNames } from '../configuration/use-configured-names.ts'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { useUser } from '../session/use-session.ts'
import { builtInViews, chosenColumns, isSameSearch } from './built-in-views.ts'
import { isNarrowed, type OrderView, viewOfStore } from './order-view.ts'
import { savedSearchesQuery, viewCountQuery } from './view-queries.ts'

// Only needed when a view is saved or changed; the first load has a budget.
const ViewForm = lazy(async () => ({ default: (await import('./view-form.tsx')).ViewForm }))

/**
 * The views that everybody has, those that someone has saved, and how many orders are in each. The
 * one that is shown names the page.
 */
export function OrderViews({ view, onShow }: { view: OrderView; onShow: (view: OrderView) => void }) {
  const t = useTranslations('orders')
  const { data: names } = useNames()
  const { data: saved } = useQuery(savedSearchesQuery(useChosenStore().store))
  const { userName } = useUser()
  const kept = chosenColumns(view)
  const builtIn = names === undefined ? [] : builtInViews(userName, names.orderTypes)
  const shown = saved?.result.find(({ id }) => id === view.saved)
  const shownBuiltIn = builtIn.find((one) => isSameSearch(one.view, view))
  const isKnown = view.saved !== undefined || shownBuiltIn !== undefined
  const viewName = shown?.name ?? (shownBuiltIn && t(`views.${shownBuiltIn.name}`))
  useTitle([viewName, t('title')].filter(Boolean).join(' · '))
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label={t('saved.title')}>
      <div className="order-views">
        <ViewButton name={t('saved.all')} isShown={view.saved === undefined && !isNarrowed(view)} onShow={() => onShow(kept)} />
        {builtIn.map((one) => (
          <BuiltInView
            key={one.name}
            name={t(`views.${one.name}`)}
            view={one.view}
            isShown={one === shownBuiltIn}
            onShow={() => onShow({ ...one.view, ...kept })}
          />
        ))}
        {saved?.result.map(({ id, name, count, countIsExact }) => (
          <ViewButton
            key={id}
            name={name}
            count={count}
            isExact={countIsExact !== false}
            isShown={view.saved === id}
            onShow={() => onShow({ ...kept, saved: id })}
          />
        ))}
      </div>
      {shown === undefined ? null : <ViewEditor key={shown.id} view={view} saved={shown} onDone={() => onShow(kept)} />}
      {!isKnown && isNarrowed(view) ? (
        <ViewEditor view={view} onDone={(id) => onShow(id === undefined ? kept : { ...kept, saved: id })} />
      ) : null}
    </Group>
  )
}

function BuiltInView({ view, ...button }: { view: OrderView; name: string; isShown: boolean; onShow: () => void }) {
  const { store } = useChosenStore()
  const { data } = useQuery(viewCountQuery(viewOfStore(view, store)))
  return <ViewButton {...button} count={data?.totalHits ?? null} isExact={data?.totalHitsIsExact !== false} />
}

type ButtonProps = { name: string; count?: number | null; isExact?: boolean; isShown: boolean; onShow: () => void }

function ViewButton({ name, count = null, isExact = true, isShown, onShow }: ButtonProps) {
  const format = useFormat()
  return (
    <Button size="compact-sm" flex="none" variant={isShown ? 'light' : 'subtle'} aria-pressed={isShown} onClick={onShow}>
      {name}
      {count === null ? '' : ` ${format.count(count)}${isExact ? '' : '+'}`}
    </Button>
  )
}

/** Saves what the list shows as a view, or changes the saved view that it shows. */
function ViewEditor({ view, saved, onDone }: { view: OrderView; saved?: SavedSearch; onDone: (id?: string) => void }) {
  const t = useTranslations('orders.saved')
  const [isOpen, setOpen] = useState(false)
  const Icon = saved === undefined ? IconBookmark : IconPencil
  const label = t(saved === undefined ? 'save' : 'change')
  return (
    <Popover position="bottom-start" trapFocus opened={isOpen} onChange={setOpen} width={300}>
      <Popover.Target>
        <Button
          size="compact-sm"
          flex="none"
          variant="subtle"
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense>
          <ViewForm {...{ view, saved, onDone }} onClose={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

import { Button, Group } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter, IconX } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../session/use-session.ts'
import { FilterField } from '../shell/filter-field.tsx'
import { BasicFilters } from './basic-filters.tsx'
import { ColumnChoice } from './column-choice.tsx'
import type { FiltersProps } from './filters-props.ts'
import type { OrderView } from './order-view.ts'
import { sheetFilters, useFilterLabels } from './sheet-filters.ts'

// Needed when it is opened; the first load has a budget.
const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))

/** Everything that narrows and arranges the list; on a phone in a sheet but for the search. */
export function OrderFilters({ view, facets, onChange }: FiltersProps) {
  const t = useTranslations('orders.filters')
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const [isOpen, sheet] = useDisclosure()
  const searched = useMay()('seeCustomers') ? 'text' : 'number'
  const count = sheetFilters.filter((name) => view[name] !== undefined).length + (isNarrow ? countBasic(view) : 0)
  return (
    <>
      <Group gap="xs" wrap={isNarrow ? 'nowrap' : 'wrap'}>
        <FilterField
          id="order-search"
          label={t(searched === 'text' ? 'search' : 'searchNumber')}
          value={view[searched] ?? ''}
          width={240}
          onChange={(typed) => onChange({ [searched]: typed })}
        />
        {isNarrow ? null : <BasicFilters view={view} facets={facets} onChange={onChange} />}
        <Button
          size="xs"
          flex="none"
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={sheet.open}
        >
          {t(isNarrow ? 'open' : 'more')}
          {count > 0 ? ` (${count})` : ''}
        </Button>
        <ColumnChoice view={view} onChange={onChange} />
      </Group>
      <ChosenFilters view={view} onChange={onChange} />
      <Suspense>{isOpen ? <FilterSheet {...{ view, facets, onChange, isNarrow }} onClose={sheet.close} /> : null}</Suspense>
    </>
  )
}

function countBasic({ status, notStatus, store, payment, fulfilment, from, to }: OrderView): number {
  return [status, notStatus, store, payment, fulfilment, from ?? to].filter((value) => value !== undefined).length
}

/** What of the sheet narrows the list, each with the way to remove it. */
function ChosenFilters({ view, onChange }: Pick<FiltersProps, 'view' | 'onChange'>) {
  const t = useTranslations('orders.filters')
  const labelOf = useFilterLabels()
  const chosen = [...sheetFilters, 'picker' as const].filter((name) => view[name] !== undefined)
  if (chosen.length === 0) return null
  return (
    <Group gap={6} role="group" aria-label={t('chosen')}>
      {chosen.map((name) => {
        const label = labelOf(name, view)
        return (
          <Button
            key={name}
            size="compact-xs"
            variant="light"
            rightSection={<IconX size={12} aria-hidden />}
            aria-label={t('remove', { filter: label })}
            onClick={() => onChange({ [name]: undefined })}
          >
            {label}
          </Button>
        )
      })}
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => onChange(Object.fromEntries(chosen.map((name) => [name, undefined])))}
      >
        {t('clearAll')}
      </Button>
    </Group>
  )
}

import { Button, Group } from '@mantine/core'
import type { RunSearchResult } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { FacetFilter } from '../orders/facet-filter.tsx'
import { useWords } from '../vocabulary/use-words.ts'
import {
  isNarrowedQueue,
  type ReasonClass,
  type RunState,
  type RunView,
  type RunViewChange,
  reasonClasses,
  runStates,
} from './run-view.ts'

type Facets = RunSearchResult['facets']
type FiltersProps = { view: RunView; facets: Facets; onChange: (changes: RunViewChange) => void }

const nothing: RunViewChange = { state: [], step: [], reason: [], connector: [], store: [], type: [] }

/** Everything that narrows the queue, with how many runs have each value. */
export function RunFilters({ view, facets, onChange }: FiltersProps) {
  const t = useTranslations('work.filters')
  const states = useTranslations('work.runs.states')
  const storeName = useStoreNames()
  const words = useWords()
  const facetValues = (type: Facets[number]['facetType']) => facets.find(({ facetType }) => facetType === type)?.facets ?? []
  const stateCounts = new Map(facetValues('States').map(({ value, count }) => [value, count]))
  return (
    <Group gap="xs">
      <FacetFilter
        label={t('state')}
        // All can be chosen: what is not in the queue by default is not counted.
        values={runStates.map((value) => ({ name: states(value), value, count: stateCounts.get(value) ?? 0 }))}
        chosen={view.state ?? []}
        onChange={(chosen) => onChange({ state: runStates.filter((one): one is RunState => chosen.includes(one)) })}
      />
      <FacetFilter
        label={t('step')}
        values={facetValues('Steps')}
        nameOf={(step) => words('workflowSteps', step)}
        chosen={view.step ?? []}
        onChange={(step) => onChange({ step })}
      />
      <FacetFilter
        label={t('reason')}
        values={facetValues('ReasonClasses').map((facet) => ({ ...facet, name: reasonName(t, facet.value) }))}
        chosen={view.reason ?? []}
        onChange={(chosen) => onChange({ reason: reasonClasses.filter((one) => chosen.includes(one)) })}
      />
      <FacetFilter
        label={t('connector')}
        values={facetValues('Connectors')}
        chosen={view.connector ?? []}
        onChange={(connector) => onChange({ connector })}
      />
      <FacetFilter
        label={t('store')}
        values={facetValues('StoreIds')}
        nameOf={storeName}
        chosen={view.store ?? []}
        onChange={(store) => onChange({ store })}
      />
      <FacetFilter
        label={t('type')}
        values={facetValues('OrderTypes')}
        chosen={view.type ?? []}
        onChange={(type) => onChange({ type })}
      />
      {isNarrowedQueue(view) ? (
        <Button size="xs" variant="subtle" onClick={() => onChange(nothing)}>
          {t('clear')}
        </Button>
      ) : null}
    </Group>
  )
}

function reasonName(t: (key: `reasons.${ReasonClass}`) => string, value: string | null): string | null {
  const known = reasonClasses.find((one) => one === value)
  return known === undefined ? value : t(`reasons.${known}`)
}

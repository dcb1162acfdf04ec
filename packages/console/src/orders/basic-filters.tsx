import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useWords } from '../vocabulary/use-words.ts'
import { DayFilter } from './day-filter.tsx'
import { FacetFilter } from './facet-filter.tsx'
import { type Facets, type FiltersProps, facetValues, type ViewChange } from './filters-props.ts'
import type { OrderView } from './order-view.ts'

// Shown when the filter is opened; the first load has a budget.
const StatusMode = lazy(async () => ({ default: (await import('./status-mode.tsx')).StatusMode }))

/** The filters that are used most. */
export function BasicFilters({ view, facets, onChange }: FiltersProps) {
  const t = useTranslations('orders.filters')
  const words = useWords()
  const storeName = useStoreNames()
  return (
    <>
      <StatusFilter view={view} values={facetValues(facets, 'SelectedStatuses')} onChange={onChange} />
      <FacetFilter
        label={t('store')}
        values={facetValues(facets, 'SelectedStores')}
        nameOf={storeName}
        chosen={view.store ?? []}
        onChange={(store) => onChange({ store })}
      />
      <FacetFilter
        label={t('payment')}
        values={facetValues(facets, 'PaymentStatuses')}
        nameOf={(value) => words('orderPaymentStatuses', value)}
        chosen={view.payment ?? []}
        onChange={(payment) => onChange({ payment })}
      />
      <FacetFilter
        label={t('fulfilment')}
        values={facetValues(facets, 'FulfilmentStatuses')}
        nameOf={(value) => words('fulfilmentStatuses', value)}
        chosen={view.fulfilment ?? []}
        onChange={(fulfilment) => onChange({ fulfilment })}
      />
      <DayFilter view={view} onChange={onChange} />
    </>
  )
}

type StatusProps = { view: OrderView; values: Facets[number]['facets']; onChange: ViewChange }

function StatusFilter({ view, values, onChange }: StatusProps) {
  const t = useTranslations('orders.filters')
  const nameOf = useStatusNames()
  const [isExcluding, setExcluding] = useState(view.status === undefined && view.notStatus !== undefined)
  const chosen = (isExcluding ? view.notStatus : view.status) ?? []
  const choose = (statuses: string[]) => onChange(isExcluding ? { notStatus: statuses } : { status: statuses })
  return (
    <FacetFilter
      label={t('status')}
      values={values}
      chosen={chosen}
      nameOf={(status) => nameOf(status)}
      count={(view.status?.length ?? 0) + (view.notStatus?.length ?? 0)}
      onChange={choose}
      above={
        <Suspense>
          <StatusMode isExcluding={isExcluding} onChange={setExcluding} />
        </Suspense>
      }
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useChosenStore } from '../configuration/use-chosen-store.ts'
import { useOrderChanges } from '../live/use-order-changes.ts'
import { toPickQuery } from './pick-queries.ts'
import { byShelf, openShipments } from './picking/pick-task.ts'
import { usePicks } from './picking/use-picks.ts'

const LAST_WAREHOUSE = 'oms-console-warehouse'

/** Keeps the warehouse that this device is in; none are all. */
export function rememberWarehouse(code: string): void {
  localStorage.setItem(LAST_WAREHOUSE, code)
}

/** What is to be picked in the warehouse of the address, else of the device, by shelf. */
export function usePickQueue() {
  const view = useSearch({ from: '/pick' })
  const warehouse = view.warehouse ?? (localStorage.getItem(LAST_WAREHOUSE) || undefined)
  const { store } = useChosenStore()
  const picks = usePicks()
  const found = useQuery(toPickQuery(warehouse, store))
  useOrderChanges({ onChanged: () => void found.refetch(), onLost: () => void found.refetch() })
  const shipments = useMemo(() => openShipments(found.data ?? [], picks.tasks ?? []).sort(byShelf), [found.data, picks.tasks])
  return { warehouse, store, picks, found, shipments }
}

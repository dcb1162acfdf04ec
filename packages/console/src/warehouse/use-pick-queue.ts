import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { useChosenStore } from '../configuration/use-chosen-store.ts'
import { useOrderChanges } from '../live/use-order-changes.ts'
import { useUser } from '../session/use-session.ts'
import { toPickQuery } from './pick-queries.ts'
import { keepTask, listTasks } from './picking/pick-store.ts'
import { byShelf, openShipments, type PickTask } from './picking/pick-task.ts'
import { sendPicks } from './picking/send-picks.ts'

/** How often what could not be sent is sent again; a browser may not notice that it is online. */
const AGAIN_MS = 5_000

/** What the person picks on this device, and what becomes of it. */
function usePicks() {
  const { userName } = useUser()
  const queries = useQueryClient()
  const tasks = useQuery({
    queryKey: ['picks', userName],
    queryFn: () => listTasks(userName),
    // It is on this device.
    networkMode: 'always',
    staleTime: 0,
  })
  const reload = useCallback(() => queries.invalidateQueries({ queryKey: ['picks', userName] }), [queries, userName])
  const flush = useCallback(async () => {
    await sendPicks(userName)
    await reload()
    await queries.invalidateQueries({ queryKey: ['orders'] })
  }, [queries, reload, userName])
  const isWaiting = (tasks.data ?? []).some(({ state }) => state === 'toSend')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void flush(), AGAIN_MS)
    const now = () => void flush()
    globalThis.addEventListener('online', now)
    return () => {
      clearInterval(timer)
      globalThis.removeEventListener('online', now)
    }
  }, [isWaiting, flush])
  const keep = useCallback(
    async (task: PickTask) => {
      await keepTask(task)
      await reload()
      if (task.state === 'toSend') void flush()
    },
    [flush, reload],
  )
  return { userName, tasks: tasks.data, error: tasks.error, keep, reload }
}

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

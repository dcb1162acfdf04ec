import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useUser } from '../../session/use-session.ts'
import { keepTask, listTasks } from './pick-store.ts'
import type { PickTask } from './pick-task.ts'
import { sendPicks } from './send-picks.ts'

/** How often what could not be sent is sent again; a browser may not notice that it is online. */
const AGAIN_MS = 5_000

/** What the person picks on this device, and what becomes of it. */
export function usePicks() {
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

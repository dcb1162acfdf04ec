import { isApiError } from '@open-oms/client/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { isUnderWay, whileUnderWay } from '../session/while-under-way.ts'
import { useKeepOpen } from '../shell/use-keep-open.ts'
import type { BulkOrder } from './bulk-action.ts'
import { newRows, type Outcome, type RowState, repeatedRows, rowsAfter } from './bulk-rows.ts'
import { type Attempt, failureReason, isOutcomeUnknown, runRows } from './run-rows.ts'

/**
 * Each may capture money or run long steps: few at a time, so that others get on too and a stop
 * comes soon.
 */
const CONCURRENCY = 4

const newKey = () => crypto.randomUUID()

/** Does the same with many orders, one call or more for each, and knows what has become of each. */
export function useBulkRun(orders: readonly BulkOrder[], concurrency = CONCURRENCY) {
  const queries = useQueryClient()
  const describe = useFailures()
  const sayWaits = useWaits()
  const [rows, dispatch] = useReducer(rowsAfter, orders, (given) => newRows(given, newKey))
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const [isRunning, setRunning] = useState(false)
  const isStopped = useRef(false)
  useKeepOpen(isRunning)
  // A dialog that is gone begins nothing more.
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])
  const run = async (pending: Parameters<typeof runRows>[0], one: Attempt) => {
    isStopped.current = false
    setRunning(true)
    await runRows(pending, {
      attempt: ({ order, key }) => {
        const onWait = (until: number) => dispatch({ type: 'waits', id: order.id, reason: sayWaits(until) })
        const ended = whileUnderWay(() => one(order, key), { onWait, isStopped: () => isStopped.current })
        return ended.catch((error) => describe(order, error))
      },
      onBegun: (id) => dispatch({ type: 'begun', id }),
      onEnded: (id, outcome) => dispatch({ type: 'ended', id, outcome }),
      isStopped: () => isStopped.current,
      concurrency,
    })
    dispatch({ type: 'stopped' })
    setRunning(false)
    for (const queryKey of [['orders'], ['savedSearches'], ['runs']]) void queries.invalidateQueries({ queryKey })
  }
  const repeat = (states: readonly RowState[]) => {
    if (attempt === null || isRunning) return
    const after = repeatedRows(rows, states, newKey)
    dispatch({ type: 'replaced', rows: after })
    void run(
      after.filter(({ state }) => state === 'waiting'),
      attempt,
    )
  }
  return {
    rows,
    isRunning,
    isBegun: attempt !== null,
    start: (one: Attempt) => {
      if (attempt !== null) return
      setAttempt(() => one)
      void run(rows, one)
    },
    repeat,
    stop: () => {
      isStopped.current = true
    },
  }
}

export type BulkRun = ReturnType<typeof useBulkRun>

/** What is said of an attempt that waits for an earlier one. */
function useWaits(): (until: number) => string {
  const t = useTranslations('bulk.results')
  const format = useFormat()
  return (until) => t('waits', { time: format.time(new Date(until).toISOString()) })
}

/** The result of an attempt that was refused or broke off, in words. */
function useFailures() {
  const t = useTranslations('bulk.results')
  const format = useFormat()
  const nameOf = useStatusNames()
  return async (order: BulkOrder, error: unknown): Promise<Outcome> => {
    if (!isApiError(error, 'VersionConflict')) {
      const reason = isUnderWay(error) ? t('stillUnderWay') : failureReason(error)
      return { state: 'failed', reason, isUnknown: isOutcomeUnknown(error) }
    }
    // The person sees what it is now, and a repetition is meant for that.
    const now = await gateway.get('/api/Orders/{orderId}', { params: { orderId: order.id } }).catch(() => null)
    const name = now?.modifiedBy ?? t('someone')
    const changed = {
      name,
      time: format.time(now?.modified ?? null),
      status: nameOf(now?.status ?? order.status, order.orderType),
    }
    return { state: 'failed', reason: t('changed', changed), order: now }
  }
}

import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { importsKey } from './import-queries.ts'
import type { KeptImport } from './kept/kept-import.ts'
import { runImport } from './run-import.ts'

/** What an import may have changed of what other pages show. */
const changedByImports = [['orders'], ['savedSearches'], ['catalogue'], ['stock']] as const

/** Runs imports, one at a time, as long as the page is shown. */
export function useImportRun() {
  const queries = useQueryClient()
  const [running, setRunning] = useState<KeptImport | null>(null)
  const [waitsUntil, setWaitsUntil] = useState<number | null>(null)
  const [elsewhere, setElsewhere] = useState<string | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const isStopped = useRef(false)
  const isRunning = useRef(false)
  // A page that is gone begins no further batch; the import can go on later.
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])
  useWindowEvent('beforeunload', (event) => {
    // The browser asks whether the person means to leave.
    if (running !== null) event.preventDefault()
  })
  const run = async (kept: KeptImport) => {
    if (isRunning.current) return
    isRunning.current = true
    isStopped.current = false
    setRunning(kept)
    setFailure(null)
    const watch = { onProgress: setRunning, onWait: setWaitsUntil, isStopped: () => isStopped.current }
    try {
      const isHere = await runImport(kept.id, watch)
      setElsewhere(isHere ? null : kept.id)
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    }
    for (const queryKey of changedByImports) void queries.invalidateQueries({ queryKey })
    await queries.invalidateQueries({ queryKey: importsKey })
    setWaitsUntil(null)
    setRunning(null)
    isRunning.current = false
  }
  return {
    /** The import that is under way, with what is done of it; null: none. */
    running,
    waitsUntil,
    /** The import that was to go on, and is under way in another window. */
    elsewhere,
    /** Why the browser could not keep how far an import is. */
    failure,
    /** Does nothing while another import is under way; what it was to run can go on afterwards. */
    run,
    stop: () => {
      isStopped.current = true
    },
  }
}

export type ImportRun = ReturnType<typeof useImportRun>

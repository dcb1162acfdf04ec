import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type AssetOwner, FILE_BYTES_MAX, uploadAsset } from './asset-writes.ts'

export type Upload = {
  /** Also the idempotency key of its request. */
  id: string
  file: File
  owner: AssetOwner
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'canceled' | 'tooLarge' | 'empty'
  bytes: number
  error: Error | null
}

/**
 * Files that are sent one after the other; they go on when the person looks at something else on
 * the page.
 */
export function useUploads() {
  const queries = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  const running = useRef(new Map<string, AbortController>())
  const set = (id: string, change: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))

  useWindowEvent('beforeunload', (event) => {
    // The browser asks whether the person means to leave.
    if (uploads.some(isUnderWay)) event.preventDefault()
  })

  const send = async ({ id, file, owner }: Upload): Promise<void> => {
    const { signal } = running.current.get(id) ?? new AbortController()
    if (signal.aborted) return
    set(id, { state: 'sending', bytes: 0, error: null })
    try {
      await uploadAsset(owner, { file, idempotencyKey: id, signal, onProgress: ({ bytes }) => set(id, { bytes }) })
      set(id, { state: 'done' })
      await queries.invalidateQueries({ queryKey: ['catalogue'] })
    } catch (error) {
      set(id, signal.aborted ? { state: 'canceled' } : { state: 'failed', error: error as Error })
    }
  }
  const enqueue = (upload: Upload) => {
    running.current.set(upload.id, new AbortController())
    queue.current = queue.current.then(() => send(upload))
  }

  return {
    uploads,
    add: (owner: AssetOwner, files: readonly File[]) => {
      const added = files.map((file): Upload => {
        const state = file.size === 0 ? 'empty' : file.size > FILE_BYTES_MAX ? 'tooLarge' : 'waiting'
        return { id: crypto.randomUUID(), file, owner, state, bytes: 0, error: null }
      })
      setUploads((all) => [...all.filter(isUnderWay), ...added])
      for (const upload of added) if (upload.state === 'waiting') enqueue(upload)
    },
    retry: (upload: Upload) => {
      set(upload.id, { state: 'waiting' })
      enqueue(upload)
    },
    cancel: ({ id }: Upload) => {
      running.current.get(id)?.abort()
      set(id, { state: 'canceled' })
    },
  }
}

export function isUnderWay({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending'
}

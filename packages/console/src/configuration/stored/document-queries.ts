import type { ConfigurationDocument, ConfigurationDocumentChange } from '@open-oms/client/types'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { gateway } from '../../session/gateway.ts'
import { useKeepOpen } from '../../shell/use-keep-open.ts'

/** A document as it counts now. */
export const documentQuery = (name: string) =>
  queryOptions({
    queryKey: ['configuration', 'document', name],
    queryFn: ({ signal }) => gateway.get('/api/Configuration/Documents/Content', { query: { name }, signal }),
    // What a person edits is not replaced below their hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** When and by whom a document was changed. */
export const versionsQuery = (name: string) =>
  queryOptions({
    queryKey: ['configuration', 'versions', name],
    queryFn: ({ signal }) => gateway.get('/api/Configuration/Documents/Versions', { query: { name }, signal }),
  })

/** The templates that count, and the built-in ones. */
export const templatesQuery = queryOptions({
  queryKey: ['configuration', 'templates'],
  queryFn: async ({ signal }) => (await gateway.get('/api/Templates', { signal })).result,
})

type WriteOptions = { onWritten?: (change: ConfigurationDocumentChange) => void }

/**
 * A change of the configuration, after which everything that depends on it is loaded again. Raises
 * what the call raises.
 */
export function useDocumentWrite<Input>(
  send: (input: Input) => Promise<ConfigurationDocumentChange>,
  options: WriteOptions = {},
) {
  const queries = useQueryClient()
  const writing = useMutation({
    mutationFn: send,
    onSuccess: async (change) => {
      await queries.invalidateQueries({ queryKey: ['configuration'] })
      options.onWritten?.(change)
    },
  })
  useKeepOpen(writing.isPending)
  return writing
}

/** What a check of the whole configuration with a change says. Nothing is stored. */
export function useDocumentCheck<Input>(send: (input: Input) => Promise<ConfigurationDocumentChange>) {
  return useMutation({ mutationFn: async (input: Input) => (await send(input)).findings })
}

/** Sends a new text of a document; the second of two writers is refused. */
export function sendDocument(
  { name, version }: Pick<ConfigurationDocument, 'name' | 'version'>,
  { text, note, dryRun = false }: { text: string; note: string; dryRun?: boolean },
): Promise<ConfigurationDocumentChange> {
  return gateway.put('/api/Configuration/Documents/Content', {
    query: { name, dryRun },
    ifMatch: String(version),
    body: { text, note: note.trim() === '' ? null : note.trim() },
  })
}

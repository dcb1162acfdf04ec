import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIdempotencyKey } from '../session/use-idempotency-key.ts'
import { useKeepOpen } from '../shell/use-keep-open.ts'

type StockWrite<Content> = {
  /** Sends it. Raises what a call raises. */
  send: (content: Content, idempotencyKey: string) => Promise<readonly { warning: string | null }[]>
  /** What the notice says when it is done. */
  done: (content: Content) => string
  onDone: () => void
}

/**
 * A write of stock from a dialog: the same content sent again does nothing twice, and the page
 * shows the stock after it.
 */
export function useStockWrite<Content>({ send, done, onDone }: StockWrite<Content>) {
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const write = useMutation({
    mutationFn: (content: Content) => send(content, keyOf(JSON.stringify(content))),
    onSuccess: async (rows, content) => {
      await queries.invalidateQueries({ queryKey: ['stock'] })
      const warning = rows.map((row) => row.warning).find((text) => text !== null) ?? null
      notifications.show({ color: warning === null ? 'green' : 'yellow', title: done(content), message: warning })
      onDone()
    },
  })
  useKeepOpen(write.isPending)
  return write
}

import type { Order } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useIdempotencyKey } from '../session/use-idempotency-key.ts'
import { useKeepOpen } from '../shell/use-keep-open.ts'

/**
 * What every write of an order is sent with: which order, the version that the person sees, and the
 * key of the write.
 */
export type OrderWrite = { params: { orderId: string }; idempotencyKey: string; ifMatch?: string }

type OrderWriteOptions<Input, Result> = {
  send: (input: Input, write: OrderWrite) => Promise<Result>
  onWritten: (result: Result, input: Input) => void
}

/**
 * A write to an order, after which everything that is shown of orders is loaded again. While its
 * request is under way its dialog stays open, and further calls are ignored: the second click of a
 * double click comes before the button is disabled. Raises what the call raises.
 */
export function useOrderWrite<Input, Result>(order: Order, { send, onWritten }: OrderWriteOptions<Input, Result>) {
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const isUnderWay = useRef(false)
  const [isSending, setSending] = useState(false)
  const writing = useMutation({
    mutationFn: async (input: Input) => {
      setSending(true)
      try {
        return await send(input, {
          params: { orderId: order.id },
          // Without the version: what was written although its response was lost must not be
          // written again upon a newer one.
          idempotencyKey: keyOf(JSON.stringify(input)),
          ...(order.versionId === null ? {} : { ifMatch: order.versionId }),
        })
      } finally {
        setSending(false)
      }
    },
    onSuccess: async (result, input) => {
      await queries.invalidateQueries({ queryKey: ['orders'] })
      onWritten(result, input)
    },
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  useKeepOpen(isSending)
  const mutate = (input: Input) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    writing.mutate(input)
  }
  return { ...writing, mutate }
}

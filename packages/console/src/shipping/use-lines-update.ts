import type { LinesUpdate, Order, WorkflowResult } from '@open-oms/client/types'
import { useOrderWrite } from '../order/use-order-write.ts'
import { type Preview, usePreview } from '../order/use-preview.ts'
import { gateway } from '../session/gateway.ts'

/** What a request would do with goods and money, by a dry run of it. */
export function useLinesPreview(order: Order, body: LinesUpdate | null): Preview<WorkflowResult> {
  return usePreview(order, body, (update: LinesUpdate, run) =>
    gateway.post('/api/Orders/{orderId}/OrderLinesUpdate', { ...run, body: update }),
  )
}

/** The write itself. */
export function useLinesUpdate(order: Order, onWritten: (result: WorkflowResult) => void) {
  return useOrderWrite(order, {
    send: (body: LinesUpdate, write) => gateway.post('/api/Orders/{orderId}/OrderLinesUpdate', { ...write, body }),
    onWritten,
  })
}

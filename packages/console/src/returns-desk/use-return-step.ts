import type { Order, ReturnPatch } from '@open-oms/client/types'
import type { ReturnForm } from '../order/payments/pending-refunds.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { gateway } from '../session/gateway.ts'

/** A return and its order. */
export type ReturnAtDesk = { order: Order; form: ReturnForm }

type ReturnStep = { patch: ReturnPatch | null; status: string | null }
type StepResult = Awaited<ReturnType<typeof sendStatus>> | null

/** Writes what the desk says of a return, and then moves it to a status where one is named. */
export function useReturnStep({ order, form }: ReturnAtDesk, onWritten: (result: StepResult, status: string | null) => void) {
  const { returnId } = form
  return useOrderWrite(order, {
    send: async ({ patch, status }: ReturnStep, { params, idempotencyKey, ifMatch }): Promise<StepResult> => {
      const version = ifMatch === undefined ? {} : { ifMatch }
      if (patch !== null)
        await gateway.patch('/api/Returns/{orderId}/{returnId}', {
          params: { ...params, returnId },
          idempotencyKey: `${idempotencyKey}-form`,
          body: patch,
          ...version,
        })
      if (status === null) return null
      // The patch has made another version.
      const write = { params, idempotencyKey, ...(patch === null ? version : {}) }
      return await sendStatus(write, { returnId, status })
    },
    onWritten: (result, { status }) => onWritten(result, status),
  })
}

type StatusWrite = { params: { orderId: string }; idempotencyKey: string; ifMatch?: string }

function sendStatus(write: StatusWrite, body: { returnId: string; status: string }) {
  return gateway.post('/api/Returns/{orderId}/UpdateStatus', { ...write, body })
}

import type { IncomingHttpHeaders } from 'node:http'
import { DomainError, orRefusal } from '@open-oms/contracts/errors'
import { NewOrder } from '@open-oms/contracts/orders/batch'
import { compileReader } from '@open-oms/service-kit/input/read-input'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'
import { forEachYielding } from '../../../order/write/for-each-yielding.ts'
import type { RowFailure } from '../domain/batch-rows.ts'

/** A row as it was sent and read. */
export type BatchInput = { index: number; id: string | null; input: OrderInput }

/** The preferences in the headers of a batch (orders.md#order-batches). */
export type BatchPreferences = {
  /** `Error-Policy: continue`: the good rows are written although others are not. */
  continues: boolean
  /** `Prefer: return=representation`: the response has the result of each row. */
  wantsResults: boolean
}

const read = compileReader(NewOrder, 'json') as (row: unknown) => OrderInput

/** Reads each row separately, so that an invalid one does not affect the others. */
export async function readBatch(body: readonly unknown[]): Promise<{ rows: BatchInput[]; failures: RowFailure[] }> {
  const rows: BatchInput[] = []
  const failures: RowFailure[] = []
  await forEachYielding(body, (sent, index) => {
    const input = orRefusal(() => read(sent))
    if (input instanceof DomainError) failures.push({ index, id: null, error: input })
    else rows.push({ index, id: input.id ?? input.orderNumber ?? null, input })
  })
  return { rows, failures }
}

const REPRESENTATION = /\breturn\s*=\s*"?representation\b/i
const CONTINUE = /^\s*continue\s*$/i

export function batchPreferences(headers: IncomingHttpHeaders): BatchPreferences {
  const { prefer = '', 'error-policy': policy } = headers
  return {
    continues: typeof policy === 'string' && CONTINUE.test(policy),
    wantsResults: REPRESENTATION.test([prefer].flat().join()),
  }
}

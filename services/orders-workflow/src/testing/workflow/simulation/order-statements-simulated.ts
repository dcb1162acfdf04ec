import { type SimulatedStatement, simulated, type View } from '@open-oms/service-kit/testing/simulation/simulated-database'
import { beginRuns, noteFault, type OrderRow, orderKey } from './run-rows-simulated.ts'

type Written = {
  order_id: string
  version_number: number
  version_id: string
  sequence_before: number
  event_sequence: number
  document_at: number
  document_bytes: number
}
type Published = Pick<Written, 'order_id' | 'sequence_before' | 'event_sequence'>
type Envelope = { type: string; subject: string; sequence: number; data: { runId?: string } }

/** Events, each of which has the sequence after the one before. */
function publish(view: View, parameter: string): void {
  for (const { type, subject, sequence, data } of JSON.parse(parameter) as Envelope[]) {
    const last = view.all('event').filter((event) => event.subject === subject).length
    if (sequence !== last + 1) noteFault(view, `event ${sequence} of ${subject} is number ${last + 1}`)
    view.set('event', `${subject} ${last + 1}`, { type, subject, runId: data.runId ?? null })
  }
}

const orderOf = (view: View, id: string) => view.get('order', id) as OrderRow | undefined
const idsOf = (records: string) => (JSON.parse(records) as { order_id: string }[]).map(({ order_id }) => order_id)

/** The statements of a write of an order (order/store/order-statements.ts). */
export const orderStatements: Readonly<Record<string, SimulatedStatement>> = {
  'orders-load-for-update': simulated<[string[], (string | null)[], (number | null)[]]>({
    locks: ([ids]) => ids.map(orderKey),
    run: (view, [ids, versions, sequences]) =>
      ids.flatMap((id, index) => {
        const row = orderOf(view, id)
        if (row === undefined) return []
        const isKnown = row.version_id === versions[index] && row.event_sequence === sequences[index]
        return [isKnown ? { ...row, document: null, published_allocations: null } : row]
      }),
  }),
  'orders-save': simulated<[string, Buffer, string, string]>({
    locks: ([records]) => idsOf(records).map(orderKey),
    run: (view, [records, documents, events, runs]) => {
      const saved = (JSON.parse(records) as Written[]).filter(({ order_id, version_number, sequence_before }) => {
        const row = orderOf(view, order_id)
        return row?.version_number === version_number - 1 && row.event_sequence === sequence_before
      })
      for (const { order_id, version_number, version_id, event_sequence, document_at, document_bytes } of saved) {
        const document = documents.subarray(document_at - 1, document_at - 1 + document_bytes).toString()
        const before = orderOf(view, order_id) as OrderRow
        view.set('order', order_id, { ...before, version_number, version_id, event_sequence, document })
      }
      publish(view, events)
      beginRuns(view, runs)
      return saved.map(({ order_id }) => ({ id: order_id }))
    },
  }),
  'orders-publish': simulated<[string, string, string]>({
    locks: ([records]) => idsOf(records).map(orderKey),
    run: (view, [records, events, runs]) => {
      const saved = (JSON.parse(records) as Published[]).filter(
        ({ order_id, sequence_before }) => orderOf(view, order_id)?.event_sequence === sequence_before,
      )
      for (const { order_id, event_sequence } of saved)
        view.set('order', order_id, { ...(orderOf(view, order_id) as OrderRow), event_sequence })
      publish(view, events)
      beginRuns(view, runs)
      return saved.map(({ order_id }) => ({ id: order_id }))
    },
  }),
}

import { webOrder } from './bodies.ts'
import type { Client } from './client.ts'

const ROWS = 5
const TWO_CALLERS = 0.4

export type ImportedRow = { id: string; status: string }

const keepRows = ({ results }: { results: ImportedRow[] }) => results.map(({ id, status }) => ({ id, status }))

/** Takes orders over from another system, two callers the same ones at times. */
export async function importOrders(client: Client): Promise<void> {
  const { random } = client
  const mark = client.newMark()
  const body = Array.from({ length: ROWS }, (_, index) => ({ ...webOrder(random, mark), id: `${mark}-${index}` }))
  const path = '/api/Orders/ImportMany'
  const send = () => client.send({ operation: 'import', method: 'POST', path, body, mark, wantsRows: true, keep: keepRows })
  await Promise.all(random.isTrue(TWO_CALLERS) ? [send(), send()] : [send()])
}

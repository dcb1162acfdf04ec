import { Command } from '@commander-js/extra-typings'
import { readTimeline as route } from '@open-oms/contracts/orders/routes/read-timeline'
import type { TimelineEntry } from '@open-oms/contracts/orders/timeline'
import type { ApiClient } from '../../api/api-client.ts'
import type { DeclareCommand } from '../../command.ts'
import { table } from '../../output/table.ts'
import { positiveNumber } from '../../positive-number.ts'
import { orderArgument, resolveOrderId } from './find-order.ts'

const TAKE_DEFAULT = 250
const PAGE_MAX = 250

/** `oms order timeline ORDER`: what has happened to the order. */
export const readTimeline: DeclareCommand = (run) =>
  new Command('timeline')
    .description('Show what has happened to an order, oldest first')
    .argument(...orderArgument)
    .option('--take <count>', 'how many entries at most', positiveNumber, TAKE_DEFAULT)
    .option('--after <cursor>', '`next` of an earlier result, for the entries that follow')
    .action((order, { take, after }) =>
      run(async ({ api: createClient, output }) => {
        const api = createClient()
        const found = await readEntries(api, await resolveOrderId(api, order), { take, after: after ?? null })
        output.result(found, () => {
          const rows = found.result.map(({ time, kind, actor, summary }) => [time, kind, actor, summary])
          return rows.length === 0 ? 'Nothing has happened.' : table(['Time', 'Kind', 'By', 'What'], rows)
        })
        if (found.result.length === take) output.note(`There may be more: --after ${found.next}`)
      }),
    )

async function readEntries(api: ApiClient, orderId: string, { take, after }: { take: number; after: string | null }) {
  const result: TimelineEntry[] = []
  let next = after
  while (result.length < take) {
    const size = Math.min(PAGE_MAX, take - result.length)
    const page = await api.call(route, { params: { orderId }, query: { take: size, ...(next !== null && { after: next }) } })
    result.push(...page.result)
    next = page.next ?? next
    // A page that is not full is the last one for now; `next` is for what happens after it.
    if (page.result.length < size) break
  }
  return { result, next }
}

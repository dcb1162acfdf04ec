import { createHash } from 'node:crypto'
import { ofApi, problemAt } from '@open-oms/import/reading/read-item'
import type { Api } from '../resources/api.ts'
import type { SendResult } from '../resources/resource.ts'
import { checkedItems } from './accepted-items.ts'
import { type Batch, splitIntoBatches } from './batches.ts'
import type { ImportPlan, Progress } from './import-plan.ts'
import { inParallel } from './in-parallel.ts'
import type { Journal, SentBatch } from './journal.ts'

/**
 * Sends the batches that the journal does not have yet and writes each down when it was written.
 * Returns items per second; null when none was left.
 */
export async function sendBatches(
  plan: ImportPlan,
  journal: Journal,
  { api, progress, items }: { api: Api; progress: Progress; items: number },
): Promise<number | null> {
  const batches = splitIntoBatches(checkedItems(plan), plan.batchSize)
  const begin = performance.now()
  let done = 0
  let sentNow = 0
  await inParallel(batches, plan.concurrency, async (batch) => {
    if (!journal.sent.has(batch.index)) {
      const key = batchKey(journal, batch)
      const sent = await plan.resource.send(
        api,
        batch.items.map(({ item }) => item),
        { key, updates: plan.updates },
      )
      await journal.recordSent(writtenDown(batch, sent))
      sentNow += batch.items.length
    }
    done += batch.items.length
    progress('send', done, items)
  })
  return sentNow === 0 ? null : (sentNow * 1_000) / (performance.now() - begin)
}

/**
 * The same key for the same batch of the same import, so that a batch whose response was lost is
 * not written again.
 */
function batchKey({ runId }: Journal, { index, items }: Batch): string {
  const keys = createHash('sha256')
    .update(JSON.stringify(items.map(({ key }) => key)))
    .digest('hex')
    .slice(0, 16)
  return `import-${runId}-${index}-${keys}`
}

function writtenDown({ index, items }: Batch, { outcomes, refusals }: SendResult): SentBatch {
  const countOutcome = (outcome: SendResult['outcomes'][number]) => outcomes.filter((each) => each === outcome).length
  return {
    batch: index,
    created: countOutcome('created'),
    updated: countOutcome('updated'),
    existing: countOutcome('existing'),
    failed: countOutcome('failed'),
    refusals: refusals.map(({ index: position, path, reason }) => {
      const { line: itemLine, key, origin } = items[position] as Batch['items'][number]
      return { itemLine, key, problem: problemAt(origin, path, ofApi(reason)) }
    }),
  }
}

import { DomainError } from '@oms/contracts/errors'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { type HeldFile, keepStoredFiles, referToFiles, releaseFiles } from '../storage/stored-file-rows.ts'
import { appendAssetEvents, type EventOrigin } from './asset-events.ts'
import { type AssetHolder, saveAssetPlaces } from './asset-store.ts'
import type { AssetCarrier } from './domain/asset-carriers.ts'
import { type AssetChanges, assetChanges, type FileUse } from './domain/asset-changes.ts'

/** The assets of one product or customer before and after a write. */
export type HolderWrite = { holder: AssetHolder; before: readonly AssetCarrier[]; after: readonly AssetCarrier[] }

/** The files that this request has stored, by content. */
export type HeldFiles = ReadonlyMap<string, HeldFile>

export type AssetWrite = { holders: readonly HolderWrite[]; files: HeldFiles; origin: EventOrigin }

/**
 * Writes documents together with what follows from their assets: references to files, rows, events. `writeDocuments` writes the
 * documents, whose rows are locked or new. Raises `ResourceLocked` when a file that another asset had is gone by now.
 */
export async function writeWithAssets(
  tx: Transaction,
  { holders, files, origin }: AssetWrite,
  writeDocuments: () => Promise<void>,
): Promise<void> {
  const changed = holders
    .map((write) => ({ ...write, changes: assetChanges(write.before, write.after) }))
    .filter(({ changes }) => !changes.isEmpty)
  await refer(tx, usesOf(changed, 'used'), files)
  await releaseFiles(tx, contentsOf(usesOf(changed, 'unused')))
  await appendAssetEvents(
    tx,
    changed.map(({ holder, changes }) => ({ productId: 'productId' in holder ? holder.productId : null, changes })),
    origin,
  )
  await writeDocuments()
  for (const { holder, after } of changed) await saveAssetPlaces(tx, holder, { carriers: after, now: origin.now })
}

/** Whether a write of these holders has anything to do but the documents. */
export function touchesAssets(holders: readonly HolderWrite[]): boolean {
  return holders.some(({ before, after }) => !assetChanges(before, after).isEmpty)
}

function usesOf(changed: readonly { changes: AssetChanges }[], kind: 'used' | 'unused'): FileUse[] {
  return changed.flatMap(({ changes }) => changes[kind])
}

async function refer(tx: Transaction, uses: readonly FileUse[], files: HeldFiles): Promise<void> {
  const contents = contentsOf(uses)
  await referToFiles(
    tx,
    contents.flatMap((sha256) => files.get(sha256) ?? []),
  )
  const gone = await keepStoredFiles(
    tx,
    contents.filter((sha256) => !files.has(sha256)),
  )
  if (gone.length > 0) {
    throw new DomainError('ResourceLocked', 'A file of another asset was removed in this moment.', { retryAfterSeconds: 1 })
  }
}

/** Each content once, in the order in which every write locks them. */
function contentsOf(uses: readonly FileUse[]): string[] {
  return [...new Set(uses.map(({ sha256 }) => sha256))].sort()
}

import { DomainError } from '@open-oms/contracts/errors'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { type HeldFile, keepStoredFiles, referToFiles, releaseFiles } from '../storage/stored-file-rows.ts'
import { appendAssetEvents, type EventOrigin } from './asset-events.ts'
import { type AssetHolder, type AssetPlace, saveAssetPlaces } from './asset-store.ts'
import { type AssetCarrier, type AssetChanges, assetChanges, type FileUse } from './domain/asset-changes.ts'
import { storedAssetFile } from './domain/asset-file.ts'

/** The assets of one product or customer before and after a write. */
export type HolderWrite = { holder: AssetHolder; before: readonly AssetCarrier[]; after: readonly AssetCarrier[] }

/** A holder whose assets a write changes beyond its document. */
export type ChangedHolder = HolderWrite & { changes: AssetChanges }

/** The files that this request has stored, by content. */
export type HeldFiles = ReadonlyMap<string, HeldFile>

/** The holders of which a write changes more than the document. */
export function changedHolders(holders: readonly HolderWrite[]): ChangedHolder[] {
  return holders
    .map((write) => ({ ...write, changes: assetChanges(write.before, write.after) }))
    .filter(({ changes }) => !changes.isEmpty)
}

/**
 * Writes what follows from changed assets before the documents are written, whose rows are locked
 * or new: references to files, releases of files, and events. Raises `ResourceLocked` when a file
 * of another asset was deleted in the meantime.
 */
export async function writeFilesAndEvents(
  tx: Transaction,
  { changed, files, origin }: { changed: readonly ChangedHolder[]; files: HeldFiles; origin: EventOrigin },
): Promise<void> {
  await refer(tx, collectFileUses(changed, 'used'), files)
  await releaseFiles(tx, sortedContents(collectFileUses(changed, 'unused')))
  await appendAssetEvents(
    tx,
    changed.map(({ holder, changes }) => ({ productId: 'productId' in holder ? holder.productId : null, changes })),
    origin,
  )
}

/**
 * Writes the rows of changed assets after the documents, to whose rows they refer. `now` is the
 * time of those whose content is new.
 */
export async function writeAssetPlaces(tx: Transaction, changed: readonly ChangedHolder[], now: string): Promise<void> {
  for (const { holder, after } of changed) await saveAssetPlaces(tx, holder, { places: after.flatMap(toAssetPlaces), now })
}

function toAssetPlaces({ owner, assets }: AssetCarrier): AssetPlace[] {
  return assets.map((asset) => {
    const file = storedAssetFile(asset)
    return { owner, assetId: asset.assetId, sha256: file?.sha256 ?? null, fileName: file?.fileName ?? null }
  })
}

function collectFileUses(changed: readonly ChangedHolder[], kind: 'used' | 'unused'): FileUse[] {
  return changed.flatMap(({ changes }) => changes[kind])
}

async function refer(tx: Transaction, uses: readonly FileUse[], files: HeldFiles): Promise<void> {
  const contents = sortedContents(uses)
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
function sortedContents(uses: readonly FileUse[]): string[] {
  return [...new Set(uses.map(({ sha256 }) => sha256))].sort()
}

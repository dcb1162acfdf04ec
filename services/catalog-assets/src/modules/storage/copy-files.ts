import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { PREVIEW_TYPE } from '../previews/make-previews.ts'
import type { FileStore } from './file-store.ts'
import { contentPrefixes, keysOfRow, missingKeys } from './sweep-files.ts'
import { describeAssets, rowsWithPrefix, type SweptRow } from './swept-file-rows.ts'
import type { FileProblem, VerifyDeps } from './verify-files.ts'

export type CopyReport = {
  copied: number
  /** Those that were in the other store already. */
  kept: number
  missing: number
  altered: number
}

const FILES_AT_ONCE = 4

/**
 * Copies every file that an asset shows, with its previews, into another store. What is there
 * already is left alone, so that a copy that was interrupted continues where it stopped. A file
 * whose content is not that of its key is reported and not copied.
 */
export async function copyFiles(
  deps: VerifyDeps & { to: FileStore },
  onProblem: (problem: FileProblem) => void,
): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, kept: 0, missing: 0, altered: 0 }
  const folder = await mkdtemp(join(tmpdir(), 'oms-copy-'))
  const limit = pLimit(FILES_AT_ONCE)
  const copyRow = async (row: SweptRow) => {
    for (const key of keysOfRow(row)) {
      const outcome = await copyFile({ ...deps, folder }, row, key)
      report[outcome] += 1
      if (outcome === 'missing' || outcome === 'altered')
        onProblem({ kind: outcome, key, assets: await describeAssets(deps, row.sha256) })
    }
  }
  try {
    for (const prefix of contentPrefixes) {
      const rows = (await rowsWithPrefix(deps, prefix)).filter(({ isReferred }) => isReferred)
      await Promise.all(rows.map((row) => limit(copyRow, row)))
    }
    return report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type CopyDeps = VerifyDeps & { to: FileStore; folder: string }

async function copyFile(deps: CopyDeps, row: SweptRow, key: string): Promise<keyof CopyReport> {
  const isContent = key === row.sha256
  const there = await deps.to.exists(key)
  if (there !== null && (!isContent || there.length === row.length)) return 'kept'
  const stream = await deps.store.open(key)
  // Removed meanwhile together with its row: nothing is missing.
  if (stream === null) return (await missingKeys(deps, row)).includes(key) ? 'missing' : 'kept'
  const path = join(deps.folder, randomUUID())
  try {
    const hash = createHash('sha256')
    let length = 0
    await pipeline(
      stream,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          hash.update(piece)
          length += piece.length
          yield piece
        }
      },
      createWriteStream(path),
    )
    if (isContent && hash.digest('hex') !== key) return 'altered'
    await deps.to.put(key, { path, length, contentType: isContent ? row.contentType : PREVIEW_TYPE })
    return 'copied'
  } finally {
    await rm(path, { force: true })
  }
}

import { createHash } from 'node:crypto'
import type { Database } from '@open-oms/service-kit/database/database'
import pLimit from 'p-limit'
import type { FileStore } from './file-store.ts'
import { contentPrefixes, missingKeys } from './sweep-files.ts'
import { describeAssets, rowsWithPrefix, type SweptRow } from './swept-file-rows.ts'

export type VerifyDeps = Pick<Database, 'query' | 'execute' | 'inTransaction'> & { store: FileStore }

/** A file that is not what its row says, and the assets that show it. */
export type FileProblem = { kind: 'missing' | 'altered'; key: string; assets: string[] }

export type VerifyReport = { checked: number; missing: number; altered: number }

const FILES_AT_ONCE = 4

/**
 * Reads every file that an asset shows and compares it with its SHA-256; of previews, only whether
 * they are there.
 */
export async function verifyFiles(deps: VerifyDeps, onProblem: (problem: FileProblem) => void): Promise<VerifyReport> {
  const report: VerifyReport = { checked: 0, missing: 0, altered: 0 }
  const limit = pLimit(FILES_AT_ONCE)
  const verify = async (row: SweptRow) => {
    report.checked += 1
    for (const { kind, key } of await findFileProblems(deps, row)) {
      report[kind] += 1
      onProblem({ kind, key, assets: await describeAssets(deps, row.sha256) })
    }
  }
  for (const prefix of contentPrefixes) {
    const rows = (await rowsWithPrefix(deps, prefix)).filter(({ isReferred }) => isReferred)
    await Promise.all(rows.map((row) => limit(verify, row)))
  }
  return report
}

async function findFileProblems(deps: VerifyDeps, row: SweptRow): Promise<Pick<FileProblem, 'kind' | 'key'>[]> {
  const missing = await missingKeys(deps, row)
  const problems = missing.map((key) => ({ kind: 'missing' as const, key }))
  const hash = missing.includes(row.sha256) ? row.sha256 : await hashFile(deps.store, row.sha256)
  // Null: it was removed meanwhile, together with its row.
  return hash === null || hash === row.sha256 ? problems : [...problems, { kind: 'altered', key: row.sha256 }]
}

async function hashFile(store: FileStore, key: string): Promise<string | null> {
  const stream = await store.open(key)
  if (stream === null) return null
  const hash = createHash('sha256')
  for await (const piece of stream) hash.update(piece)
  return hash.digest('hex')
}

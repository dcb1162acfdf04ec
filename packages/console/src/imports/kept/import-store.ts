import { countsWith, type RowResult } from '../sending/row-results.ts'
import { workAlone } from './import-lock.ts'
import { type KeptImport, outdated } from './kept-import.ts'

const DATABASE = 'oms-imports'
const IMPORTS = 'imports'
const RESULTS = 'results'

let opened: Promise<IDBDatabase> | undefined

/**
 * The imports of a person, the newest first. Those that are too many are forgotten, and those of
 * anybody that are too old.
 */
export async function listImports(userName: string): Promise<KeptImport[]> {
  const all = await transact<KeptImport[]>('readonly', (imports) => imports.getAll())
  const newestFirst = all.toSorted((one, other) => (one.begun < other.begun ? 1 : -1))
  const forgotten = new Set<string>()
  for (const { id } of outdated(newestFirst, { userName, now: Date.now() })) if (await forgetImport(id)) forgotten.add(id)
  return newestFirst.filter((kept) => kept.userName === userName && !forgotten.has(kept.id))
}

/** An import; undefined when this browser has none of that id. */
export function getImport(id: string): Promise<KeptImport | undefined> {
  return transact('readonly', (imports) => imports.get(id))
}

/** Keeps a new import, with a copy of its file. */
export async function keepImport(kept: KeptImport): Promise<void> {
  await transact('readwrite', (imports) => imports.add(kept))
}

/**
 * Keeps what became of the rows of a batch, once. Returns the import with them counted. Raises when
 * the browser has lost the import.
 */
export async function keepResults(id: string, batch: number, found: readonly RowResult[]): Promise<KeptImport> {
  const kept = await transact<KeptImport | undefined>('readwrite', (imports, results) => {
    const reading = imports.get(id) as IDBRequest<KeptImport | undefined>
    reading.onsuccess = () => {
      if (reading.result === undefined) return
      reading.result.counts = countsWith(reading.result.counts, found)
      imports.put(reading.result)
      results.add(found, [id, batch])
    }
    return reading
  })
  if (kept === undefined) throw new Error('The data of this site was cleared.')
  return kept
}

/**
 * Keeps that an import has ended, or why it has stopped before; nothing of one that the browser has
 * lost.
 */
export async function keepEnd(id: string, end: Pick<KeptImport, 'ended' | 'failure'>): Promise<void> {
  await transact('readwrite', (imports) => {
    const reading = imports.get(id) as IDBRequest<KeptImport | undefined>
    reading.onsuccess = () => {
      if (reading.result === undefined) return
      imports.put({ ...reading.result, ...end, ...(end.ended === null ? {} : { file: null }) })
    }
    return reading
  })
}

/** The batches of an import that are done. */
export async function doneBatches(id: string): Promise<Set<number>> {
  const keys = await transact<IDBValidKey[]>('readonly', (_, results) => results.getAllKeys(batchRange(id)))
  return new Set(keys.map((key) => (key as [string, number])[1]))
}

/** What became of the rows of an import so far, in the order of the file. */
export async function keptResults(id: string): Promise<RowResult[]> {
  return (await transact<RowResult[][]>('readonly', (_, results) => results.getAll(batchRange(id)))).flat()
}

/**
 * Forgets an import and its report, unless a window sends it. What was imported stays. Returns
 * whether it is forgotten.
 */
export async function forgetImport(id: string): Promise<boolean> {
  return await workAlone(id, async () => {
    await transact('readwrite', (imports, results) => {
      results.delete(batchRange(id))
      return imports.delete(id)
    })
  })
}

const batchRange = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER])

type Work<Result> = (imports: IDBObjectStore, results: IDBObjectStore) => IDBRequest<Result>

/**
 * Runs requests in one transaction. Returns the result of the one that `work` returns, when all of
 * them are kept.
 */
async function transact<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
  opened ??= openDatabase()
  const database = await opened.catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return await new Promise((resolve, reject) => {
    const transaction = database.transaction([IMPORTS, RESULTS], mode)
    const request = work(transaction.objectStore(IMPORTS), transaction.objectStore(RESULTS))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser has kept nothing.'))
  })
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(IMPORTS, { keyPath: 'id' })
      request.result.createObjectStore(RESULTS)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

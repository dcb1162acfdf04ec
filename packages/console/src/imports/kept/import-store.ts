import { countsWith, type RowResult } from '../sending/row-results.ts'
import { type KeptImport, outdated } from './kept-import.ts'

const DATABASE = 'oms-imports'
const IMPORTS = 'imports'
const RESULTS = 'results'

let opened: Promise<IDBDatabase> | undefined

/** The imports of a person, the newest first. Those that are too old or too many are forgotten. */
export async function listImports(userName: string): Promise<KeptImport[]> {
  const all = await transact<KeptImport[]>('readonly', (imports) => imports.getAll())
  const own = all.filter((kept) => kept.userName === userName).toSorted((one, other) => (one.begun < other.begun ? 1 : -1))
  const old = new Set(outdated(own, Date.now()).map(({ id }) => id))
  for (const id of old) await forgetImport(id)
  return own.filter(({ id }) => !old.has(id))
}

/** An import; undefined when this browser has none of that id. */
export function getImport(id: string): Promise<KeptImport | undefined> {
  return transact('readonly', (imports) => imports.get(id))
}

/** Keeps a new import, with a copy of its file. */
export async function keepImport(kept: KeptImport): Promise<void> {
  await transact('readwrite', (imports) => imports.add(kept))
}

/** Keeps what became of the rows of a batch, once. Returns the import with them counted. */
export async function keepResults(id: string, batch: number, found: readonly RowResult[]): Promise<KeptImport> {
  return await transact<KeptImport>('readwrite', (imports, results) => {
    const reading = imports.get(id) as IDBRequest<KeptImport>
    reading.onsuccess = () => {
      reading.result.counts = countsWith(reading.result.counts, found)
      imports.put(reading.result)
      results.add(found, [id, batch])
    }
    return reading
  })
}

/** Keeps that an import has come to its end, or why it has stopped before. */
export async function keepEnd(id: string, end: Pick<KeptImport, 'ended' | 'failure'>): Promise<void> {
  await transact('readwrite', (imports) => {
    const reading = imports.get(id) as IDBRequest<KeptImport>
    reading.onsuccess = () => imports.put({ ...reading.result, ...end, ...(end.ended === null ? {} : { file: null }) })
    return reading
  })
}

/** The batches of an import that are done. */
export async function doneBatches(id: string): Promise<Set<number>> {
  const keys = await transact<IDBValidKey[]>('readonly', (_, results) => results.getAllKeys(batchesOf(id)))
  return new Set(keys.map((key) => (key as [string, number])[1]))
}

/** What became of the rows of an import so far, in the order of the file. */
export async function keptResults(id: string): Promise<RowResult[]> {
  return (await transact<RowResult[][]>('readonly', (_, results) => results.getAll(batchesOf(id)))).flat()
}

/** Forgets an import and its report. What was imported stays. */
export async function forgetImport(id: string): Promise<void> {
  await transact('readwrite', (imports, results) => {
    results.delete(batchesOf(id))
    return imports.delete(id)
  })
}

const batchesOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER])

type Work<Result> = (imports: IDBObjectStore, results: IDBObjectStore) => IDBRequest<Result>

/** Runs requests in one transaction. Returns the result of the one that `work` returns, when all of them are kept. */
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

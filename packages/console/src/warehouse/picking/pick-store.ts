import type { PickTask } from './pick-task.ts'

const DATABASE = 'oms-picks'
const TASKS = 'tasks'
/** What is sent is kept so long that a queue that was loaded before does not show it again. */
const KEPT_MS = 24 * 3_600_000

let opened: Promise<IDBDatabase> | undefined

/** What a person picks and has picked on this device, the latest change first. */
export async function listTasks(userName: string): Promise<PickTask[]> {
  const all = await transact<PickTask[]>('readonly', (tasks) => tasks.getAll())
  const isOld = ({ state, changed }: PickTask) => state === 'sent' && changed < Date.now() - KEPT_MS
  for (const { id } of all.filter(isOld)) await forgetTask(id)
  return all.filter((task) => task.userName === userName && !isOld(task)).toSorted((a, b) => b.changed - a.changed)
}

/** Keeps a task on this device. */
export async function keepTask(task: PickTask): Promise<void> {
  await transact('readwrite', (tasks) => tasks.put({ ...task, changed: Date.now() }))
}

/** Forgets a task on this device. */
export async function forgetTask(id: string): Promise<void> {
  await transact('readwrite', (tasks) => tasks.delete(id))
}

async function transact<Result>(mode: IDBTransactionMode, work: (tasks: IDBObjectStore) => IDBRequest): Promise<Result> {
  opened ??= openDatabase()
  const database = await opened.catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return await new Promise((resolve, reject) => {
    const transaction = database.transaction(TASKS, mode)
    const request = work(transaction.objectStore(TASKS))
    transaction.oncomplete = () => resolve(request.result as Result)
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser has kept nothing.'))
  })
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TASKS, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

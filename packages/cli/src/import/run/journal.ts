import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import type { Problem } from '@open-oms/import/reading/read-item'
import { writeWhole } from '../../write-whole.ts'

/** What an import works on; a journal belongs to exactly one. */
export type ImportIdentity = {
  resource: string
  /** SHA-256 of the file, and of everything that decides how it is read. */
  file: string
  reading: string
  /** Where to. */
  target: string
}

/** What is written down of a batch that was sent. */
export type SentBatch = {
  batch: number
  created: number
  updated: number
  existing: number
  failed: number
  refusals: BatchRefusal[]
}

/** An item that the system refused when it was sent. */
export type BatchRefusal = { itemLine: number; key: string; problem: Problem }

export type CheckResult = { items: number; refused: number }

type Entry =
  | ({ kind: 'begin'; runId: string } & ImportIdentity)
  | ({ kind: 'checked' } & CheckResult)
  | ({ kind: 'sent' } & SentBatch)
  | { kind: 'end' }

/**
 * How far an import is, in a file beside the imported one, so that the same command continues where
 * a killed one stopped.
 */
export type Journal = {
  /** The same from the first start of an import to its end: idempotency keys are made of it. */
  runId: string
  /** Null until the whole file was checked. */
  checked: CheckResult | null
  sent: Map<number, SentBatch>
  isResumed: boolean
  recordChecked(checked: CheckResult): Promise<void>
  recordSent(sent: SentBatch): Promise<void>
  recordEnd(): Promise<void>
  close(): Promise<void>
}

/** The journal of another import, or a file that is none. */
export class JournalMismatch extends Error {}

/**
 * Opens a journal, or begins it: when there is none, when the one there is at its end or has sent
 * nothing yet (a check of the file that found faults, or was all that was asked for), and when
 * `restarts`. An entry that a kill cut off is forgotten. Raises `JournalMismatch` when the journal
 * of another import is under way at that path.
 */
export async function openJournal(path: string, identity: ImportIdentity, { restarts = false } = {}): Promise<Journal> {
  const entries = restarts ? [] : parseEntries(await readFile(path, 'utf8').catch(whenMissing))
  const [begin] = entries
  const isSending = entries.some(({ kind }) => kind === 'checked')
  const isOver = begin === undefined || !isSending || entries.at(-1)?.kind === 'end'
  if (!isOver) requireSame(path, begin, identity)
  const kept: Entry[] = isOver ? [{ kind: 'begin', runId: randomUUID(), ...identity }] : entries
  // Written again, so that what follows a torn entry is on a line of its own.
  await writeWhole(path, kept.map(formatEntry).join(''))
  return journalOn(await open(path, 'a'), kept, !isOver)
}

function journalOn(file: FileHandle, entries: readonly Entry[], isResumed: boolean): Journal {
  const checked = entries.find((entry) => entry.kind === 'checked') ?? null
  const sent = new Map<number, SentBatch>()
  for (const entry of entries) if (entry.kind === 'sent') sent.set(entry.batch, entry)
  const journal: Journal = {
    runId: (entries[0] as { runId: string }).runId,
    checked,
    sent,
    isResumed,
    async recordChecked(found) {
      await file.appendFile(formatEntry({ kind: 'checked', ...found }))
      journal.checked = found
    },
    async recordSent(batch) {
      await file.appendFile(formatEntry({ kind: 'sent', ...batch }))
      sent.set(batch.batch, batch)
    },
    async recordEnd() {
      await file.appendFile(formatEntry({ kind: 'end' }))
      await file.datasync()
    },
    close: () => file.close(),
  }
  return journal
}

function parseEntries(text: string): Entry[] {
  const entries: Entry[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    try {
      entries.push(JSON.parse(line))
    } catch {
      break
    }
  }
  return entries[0]?.kind === 'begin' ? entries : []
}

const reasons: Record<keyof ImportIdentity, string> = {
  resource: 'of something else',
  file: 'of other content of the file',
  reading: 'with another mapping or format',
  target: 'into another system',
}

function requireSame(path: string, begin: Entry, identity: ImportIdentity): void {
  const known = begin as unknown as ImportIdentity
  const different = (Object.keys(reasons) as (keyof ImportIdentity)[]).find((name) => known[name] !== identity[name])
  if (different === undefined) return
  throw new JournalMismatch(
    `${path} says that an import ${reasons[different]} is under way. Finish that one, or begin again with --restart.`,
  )
}

function formatEntry(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`
}

function whenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

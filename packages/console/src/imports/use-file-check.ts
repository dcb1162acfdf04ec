import { useEffect, useState } from 'react'
import type { ImportKind } from './import-kinds.ts'
import { type Problem, UnreadableFile } from './reading/file-text.ts'
import { type FileFormat, formatOf, readRows } from './reading/read-rows.ts'

/** So many rows that cannot be read are listed; the report has all of them. */
const LISTED_MAX = 100

type BadRow = { line: number; key: string | null; problem: Problem }

/** What is known of a file before anything of it is sent. */
export type FileCheck = {
  format: FileFormat | null
  /** Bytes that were read so far. */
  bytes: number
  rows: number
  /** How many of the rows cannot be read, and the first of them. */
  unreadable: number
  listed: readonly BadRow[]
  /** The header of a CSV file. */
  header: string | null
  isDone: boolean
  /** Why the file cannot be read at all. */
  failure: Error | null
}

const begun: FileCheck = {
  format: null,
  bytes: 0,
  rows: 0,
  unreadable: 0,
  listed: [],
  header: null,
  isDone: false,
  failure: null,
}

/**
 * Reads a file to its end, and says how many rows it has and which of them cannot be read. Nothing
 * is sent. What uses it has a key of the file and the kind.
 */
export function useFileCheck(file: File, kind: ImportKind): FileCheck {
  const [check, setCheck] = useState(begun)
  useEffect(() => {
    let isOver = false
    const show = (next: FileCheck) => {
      if (!isOver) setCheck(next)
    }
    void checkFile(file, { kind, show, isOver: () => isOver }).catch((error: unknown) => {
      const failure = error instanceof Error ? error : new Error(String(error))
      show({ ...begun, isDone: true, failure })
    })
    return () => {
      isOver = true
    }
  }, [file, kind])
  return check
}

type Checking = { kind: ImportKind; show: (check: FileCheck) => void; isOver: () => boolean }

async function checkFile(file: File, { kind, show, isOver }: Checking): Promise<void> {
  if (file.size === 0) throw new UnreadableFile(1, { name: 'empty' })
  const format = await formatOf(file)
  const check = { ...begun, format }
  const listed: BadRow[] = []
  const listeners = {
    onRead: (bytes: number) => show({ ...check, bytes, listed: [...listed] }),
    onHeader: (header: string) => {
      check.header = header
    },
  }
  for await (const { line, key, problem } of readRows({ file, format, kind }, listeners)) {
    if (isOver()) return
    check.rows++
    if (problem === null) continue
    check.unreadable++
    if (listed.length < LISTED_MAX) listed.push({ line, key, problem })
  }
  show({ ...check, bytes: file.size, listed, isDone: true })
}

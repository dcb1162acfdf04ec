import type { Problem } from '@open-oms/import/reading/read-item'
import { useEffect, useState } from 'react'
import type { ImportKind } from './import-kinds.ts'
import { type ReadOptions, readRows } from './reading/read-rows.ts'

/** So many rows that cannot be read are listed; the report has all of them. */
const LISTED_MAX = 100

type BadRow = { line: number; key: string | null; problems: readonly Problem[] }

/** What is known of a file before anything of it is sent. */
export type FileCheck = {
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
export function useFileCheck(file: File, kind: ImportKind, reading: ReadOptions): FileCheck {
  const [check, setCheck] = useState(begun)
  useEffect(() => {
    let isOver = false
    const show = (next: FileCheck) => {
      if (!isOver) setCheck(next)
    }
    void checkFile(file, { kind, reading, show, isOver: () => isOver }).catch((error: unknown) => {
      const failure = error instanceof Error ? error : new Error(String(error))
      show({ ...begun, isDone: true, failure })
    })
    return () => {
      isOver = true
    }
  }, [file, kind, reading])
  return check
}

type FileCheckOptions = { kind: ImportKind; reading: ReadOptions; show: (check: FileCheck) => void; isOver: () => boolean }

async function checkFile(file: File, { kind, reading, show, isOver }: FileCheckOptions): Promise<void> {
  const check = { ...begun }
  const listed: BadRow[] = []
  const listeners = {
    onRead: (bytes: number) => show({ ...check, bytes, listed: [...listed] }),
    onHeader: (header: string) => {
      check.header = header
    },
  }
  for await (const { line, key, item, problems } of readRows({ ...reading, file, kind }, listeners)) {
    if (isOver()) return
    check.rows++
    if (item !== null) continue
    check.unreadable++
    if (listed.length < LISTED_MAX) listed.push({ line, key, problems })
  }
  show({ ...check, bytes: file.size, listed, isDone: true })
}

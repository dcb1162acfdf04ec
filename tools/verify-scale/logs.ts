import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { type LogRecord, readLogRecord } from '@open-oms/system/start/log-record'

const ERROR = 50

export type Logs = {
  folder: string
  /** Writes a line of a process into its file. */
  write(source: string, line: string): void
  /** The structured lines with this message, of all processes. */
  withMessage(message: string): readonly (LogRecord & { source: string })[]
  /** How often each error was logged, the most frequent first. */
  errors(): [string, number][]
  close(): void
}

/** Keeps what processes log, in a file for each, and what checks ask for in memory. */
export function openLogs(folder: string, remembered: readonly string[]): Logs {
  mkdirSync(folder, { recursive: true })
  const files = new Map<string, WriteStream>()
  const found: (LogRecord & { source: string })[] = []
  const errors = new Map<string, number>()
  const logFile = (source: string) => {
    const file = files.get(source) ?? createWriteStream(join(folder, `${source.replaceAll(' ', '-')}.log`))
    files.set(source, file)
    return file
  }
  return {
    folder,
    write: (source, line) => {
      logFile(source).write(`${line}\n`)
      const record = readLogRecord(line)
      if (record === null) return
      if (remembered.includes(record.msg ?? '')) found.push({ ...record, source })
      if (record.level < ERROR) return
      const name = `${source.replace(/ \d$/, '')}: ${record.msg ?? record.err?.message}`
      errors.set(name, (errors.get(name) ?? 0) + 1)
    },
    withMessage: (message) => found.filter(({ msg }) => msg === message),
    errors: () => [...errors].sort(([, a], [, b]) => b - a),
    close: () => {
      for (const file of files.values()) file.end()
    },
  }
}

import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { finished } from 'node:stream/promises'
import type { Problem } from '@open-oms/import/reading/read-item'
import { csvRow } from '@open-oms/service-kit/http/csv-row'

/** What was refused when, with what it was about. */
export type ReportedProblem = Problem & {
  /** The line on which the item begins; `line` is that of the row. */
  itemLine: number
  key: string | null
  stage: 'check' | 'send'
}

/** A file of problems, NDJSON or, by its name, CSV. */
export type ProblemFile = { add(problem: ReportedProblem): Promise<void>; close(): Promise<void> }

const columns = ['line', 'column', 'path', 'key', 'stage', 'reason'] as const

/**
 * Begins a file of problems; it has its name when it is closed, and until then `.new` behind it.
 */
export function problemFile(path: string): ProblemFile {
  const stream = createWriteStream(`${path}.new`)
  const isCsv = path.toLowerCase().endsWith('.csv')
  if (isCsv) stream.write(csvRow(columns))
  return {
    add: (problem) => write(stream, isCsv ? csvRow(columns.map((name) => problem[name])) : `${JSON.stringify(problem)}\n`),
    async close() {
      stream.end()
      await finished(stream)
      await rename(`${path}.new`, path)
    },
  }
}

async function write(stream: WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}

/** The problems of an NDJSON file of problems; none when there is no such file. */
export async function* readProblems(path: string): AsyncGenerator<ReportedProblem> {
  const stream = createReadStream(path)
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) yield JSON.parse(line)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

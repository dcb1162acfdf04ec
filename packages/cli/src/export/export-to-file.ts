import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import type { ItemWriter } from '@open-oms/import/writing/csv-writer'
import type { Api } from '../import/resources/api.ts'
import { writeWhole } from '../write-whole.ts'
import type { ExportSource, Page } from './sources.ts'

/** How far an export is: the file has `bytes` that count, and continues at `position`. */
type ExportState = { identity: string; position: string | null; bytes: number; items: number; total: number | null }

export type ExportPlan = {
  path: string
  source: ExportSource
  writer: ItemWriter
  /** What is exported from where and how: only the same export continues. */
  identity: string
  restarts: boolean
}

export type ExportResult = { items: number; isResumed: boolean; path: string }
export type ExportProgress = (items: number, total: number | null) => void

/** The state of another export to this file. */
export class OtherExport extends Error {}

/**
 * Exports to a file. While it is not complete the file is named `<path>.part`, and `<path>.state`
 * says how far it is, so that the same command continues after a kill: what was written behind the
 * last state is cut off and read again. Raises `OtherExport`.
 */
export async function exportToFile(plan: ExportPlan, api: Api, progress: ExportProgress): Promise<ExportResult> {
  const { path, source, writer, identity } = plan
  const [partPath, statePath] = [`${path}.part`, `${path}.state`]
  const known = plan.restarts ? null : await readState(statePath)
  if (known !== null && known.identity !== identity)
    throw new OtherExport(`${statePath} is of an export of something else. Finish that one, or begin again with --restart.`)
  const file = await open(partPath, known === null ? 'w' : 'r+')
  const state: ExportState = known ?? { identity, position: null, bytes: 0, items: 0, total: null }
  try {
    await file.truncate(state.bytes)
    if (known === null) state.bytes += await write(file, writer.begin, 0)
    await copyAll({ ...plan, api, file, state, statePath, progress })
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(partPath, path)
  await rm(statePath, { force: true })
  await source.end?.(api, state.position)
  return { items: state.items, isResumed: known !== null, path }
}

type ExportRun = ExportPlan & { api: Api; file: FileHandle; state: ExportState; statePath: string; progress: ExportProgress }

async function copyAll({ api, source, writer, file, state, statePath, progress }: ExportRun): Promise<void> {
  for (;;) {
    const { items, next, total } = await source.read(api, state.position)
    state.bytes += await write(file, items.map(writer.write).join(''), state.bytes)
    state.items += items.length
    state.total ??= total
    progress(state.items, state.total)
    if (next === null) return
    state.position = next
    await writeWhole(statePath, JSON.stringify(state))
  }
}

/**
 * Exports to a stream, such as standard output; what was written cannot be taken back, so it does
 * not continue after a kill.
 */
export async function exportToStream(
  { source, writer }: Pick<ExportPlan, 'source' | 'writer'>,
  api: Api,
  writeText: (text: string) => Promise<void>,
): Promise<number> {
  let position: string | null = null
  let count = 0
  await writeText(writer.begin)
  for (;;) {
    const { items, next }: Page = await source.read(api, position)
    await writeText(items.map(writer.write).join(''))
    count += items.length
    if (next === null) break
    position = next
  }
  await source.end?.(api, position)
  return count
}

async function write(file: FileHandle, text: string, position: number): Promise<number> {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
  return bytes.length
}

async function readState(path: string): Promise<ExportState | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

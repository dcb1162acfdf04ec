import { createReadStream, existsSync } from 'node:fs'
import { appendFile, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { ListedErasure } from '@open-oms/contracts/orders/customers/erasure'
import { Value } from '@sinclair/typebox/value'
import type { ErasureRow } from './list-store.ts'

/** A line of the file, with the key that its hash is made with. */
export type ErasureLine = ErasureRow & { keyId: string }

/**
 * The lines of the list of erasures in a file; none where there is no file. Throws an `Error` that
 * names a line that is not one. The end of a file that a crash has cut off does not count.
 */
export async function* readErasureFile(file: string): AsyncGenerator<ErasureLine> {
  if (!existsSync(file)) return
  let number = 0
  let isCut = false
  for await (const text of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (isCut) throw new Error(`${file} has no erasure in line ${number}. Restore the file, or correct the line.`)
    number += 1
    if (text === '') continue
    const line = parseLine(text)
    isCut = line === null
    if (line !== null) yield line
  }
}

function parseLine(text: string): ErasureLine | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!Value.Check(ListedErasure, value) || Number.isNaN(Date.parse(value.erased))) return null
    return { kind: value.kind, subject: value.subject, erased: new Date(value.erased), keyId: value.keyId }
  } catch {
    return null
  }
}

/** Adds lines to the file, on the disk when the call returns. */
export async function appendErasures(file: string, lines: readonly ErasureLine[]): Promise<void> {
  if (lines.length === 0) return
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const text = lines.map(({ kind, subject, erased, keyId }) =>
    JSON.stringify({ kind, subject, erased: erased.toISOString(), keyId } satisfies ListedErasure),
  )
  await appendFile(file, `${text.join('\n')}\n`, { mode: 0o600, flush: true })
}

/** Removes what a crash has left of a line at the end of the file. */
export async function repairEnd(file: string): Promise<void> {
  if (!existsSync(file)) return
  const handle = await open(file, 'r+')
  try {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1_024), 0, 1_024, Math.max(0, size - 1_024))
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n')
    await handle.truncate(size - bytesRead + end + 1)
  } finally {
    await handle.close()
  }
}

import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { ERASURES_FILE } from '@open-oms/contracts/orders/customers/erasure'
import { StartError } from '@open-oms/local-servers/start-error'

/**
 * Writes the lists of erasures of some folders, and further files, to one of another folder, each
 * line once, for orders-workflow to apply before it opens. Returns how many lines there are;
 * without any there is no file. Throws a StartError for a named file that does not exist.
 */
export async function mergeErasures(folders: readonly string[], to: string, named: readonly string[] = []): Promise<number> {
  for (const file of named) if (!existsSync(file)) throw new StartError(`There is no list of erasures ${file}.`)
  const files = [...folders.map((folder) => join(folder, ERASURES_FILE)).filter((file) => existsSync(file)), ...named]
  const lines = new Set<string>()
  // The last line may be one that a crash has cut off.
  for (const file of files)
    for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY }))
      if (line.endsWith('}')) lines.add(line)
  if (lines.size === 0) return 0
  const handle = await open(join(to, ERASURES_FILE), 'w', 0o600)
  try {
    for (const line of lines) await handle.write(`${line}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return lines.size
}

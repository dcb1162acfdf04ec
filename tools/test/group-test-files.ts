import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Loading a service and building its app costs more than most of its test files: many files share
// that, and what is left when a process breaks off is named.
const filesPerProcessMax = 192
// Fewer are not worth the loading in a second process.
const filesPerProcessMin = 12
const processLine = /^\/\/ (Own|Shared) process: (.+)$/m

/**
 * Which files run together in one process. A file with a comment `// Own process: <why>` runs
 * alone, and files with the same comment `// Shared process: <what>` together. Such processes come
 * first, because they are the long ones. The others fill two processes or more, so that no package
 * ends with a single one.
 */
export function groupTestFiles(root: string, files: readonly string[]): string[][] {
  const named = new Map<string, string[]>()
  const together: string[] = []
  for (const file of files) {
    const [, kind, text = ''] = processLine.exec(readFileSync(join(root, file), 'utf8')) ?? []
    if (kind === undefined) together.push(file)
    else if (kind === 'Own') named.set(file, [file])
    else named.set(text, [...(named.get(text) ?? []), file])
  }
  const groups = [...named.values()]
  const half = Math.ceil(together.length / 2)
  const size = Math.min(filesPerProcessMax, Math.max(filesPerProcessMin, half))
  for (let first = 0; first < together.length; first += size) groups.push(together.slice(first, first + size))
  return groups
}

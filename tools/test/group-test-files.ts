import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Loading a service and building its app costs more than most of its test files: sixteen files share that, and little is lost when a
// process breaks off.
const filesPerProcess = 16
const ownProcess = /^\/\/ Own process: /m

/**
 * Which files run together in one process. A file with a comment `// Own process: <why>` runs alone, and such files come first, because
 * they are the long ones.
 */
export function groupTestFiles(root: string, files: readonly string[]): string[][] {
  const isAlone = (file: string) => ownProcess.test(readFileSync(join(root, file), 'utf8'))
  const alone = files.filter(isAlone)
  const together = files.filter((file) => !alone.includes(file))
  const groups = alone.map((file) => [file])
  for (let first = 0; first < together.length; first += filesPerProcess) {
    groups.push(together.slice(first, first + filesPerProcess))
  }
  return groups
}

import { availableParallelism } from 'node:os'
import { groupTestFiles } from './group-test-files.ts'
import { runTestProcess } from './run-test-process.ts'
import { describeFile, type FileResult } from './tally.ts'

// The slowest file takes 80 s on two cores of its own, and most of an hour in a long run. Only one
// that hangs may come near this.
const TIMEOUT_MS = 300_000
const LONG_TIMEOUT_MS = 5_400_000

export type TestFilesRun = {
  root: string
  /** Relative to `root`. */
  files: readonly string[]
  environment: NodeJS.ProcessEnv
  /** Whether it is a long run, in which a file may take long. */
  isLong: boolean
  print: (text: string) => void
}

/**
 * Runs test files in as many processes at a time as the machine has processors, and prints one line
 * for each as its process ends, and what failed in it.
 */
export async function runTestFiles({ root, files, environment, isLong, print }: TestFilesRun): Promise<FileResult[]> {
  const timeoutMs = isLong ? LONG_TIMEOUT_MS : TIMEOUT_MS
  const results: FileResult[] = []
  const waiting = groupTestFiles(root, files)
  const work = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      const ended = await runTestProcess({ root, files: group, timeoutMs, environment })
      results.push(...ended)
      for (const result of ended) print(`${describeFile(result)}\n`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return results
}

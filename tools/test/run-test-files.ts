import { runTestFile } from './run-test-file.ts'
import { describe, emptyTally, type Tally } from './tally.ts'

export type TestFilesRun = {
  root: string
  files: readonly string[]
  /** How many files run at the same time. */
  jobs: number
  timeoutMs: number
  environment: NodeJS.ProcessEnv
  print: (line: string) => void
}

/** Runs test files, `jobs` at a time, and prints one line for each as it ends, and what failed in it. */
export async function runTestFiles(run: TestFilesRun): Promise<Tally> {
  const tally = emptyTally()
  const waiting = [...run.files]
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { passed, failures, durationMs } = await runTestFile({ ...run, file })
      tally.passed += passed
      tally.failures.push(...failures)
      const counts = failures.length > 0 ? `${passed} passed, ${failures.length} failed` : `${passed}`
      run.print(`${failures.length > 0 ? 'FAILED' : 'passed'}  ${file} (${counts}; ${(durationMs / 1000).toFixed(1)} s)`)
      for (const failure of failures) run.print(describe(failure))
    }
  }
  await Promise.all(Array.from({ length: run.jobs }, work))
  return tally
}

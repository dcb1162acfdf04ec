import { type ChildProcess, spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { Parser, type Result } from 'tap-parser'
import { explainFailure } from './explain-failure.ts'
import { emptyTally, type Tally } from './tally.ts'

const outputCharactersMax = 8000

export type TestFileRun = {
  root: string
  /** Relative to `root`. */
  file: string
  timeoutMs: number
  environment: NodeJS.ProcessEnv
}

export type TestFileResult = Tally & { file: string; durationMs: number }

/**
 * Runs one test file as the program that it is and counts its test points. The file has its own process group, which is ended
 * with it: nothing that a test started outlives it. What it wrote besides TAP is shown only when something failed.
 */
export async function runTestFile(run: TestFileRun): Promise<TestFileResult> {
  const begun = performance.now()
  const points: Result[] = []
  const parser = new Parser()
  parser.on('result', (point: Result) => points.push(point))
  const output = keepTail()
  parser.on('extra', output.add)
  const child = spawn(process.execPath, ['--conditions=development', run.file], {
    cwd: run.root,
    // tap's own limit is 30 s for a file; this runner's limit is the one that counts.
    env: { ...run.environment, TAP_TIMEOUT: String(run.timeoutMs / 1000) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdout.pipe(parser)
  child.stderr.on('data', output.add)
  const ending = await endOf(child, run.timeoutMs)
  if (!parser.results) await new Promise((resolve) => parser.once('complete', resolve))
  const tally = judge(run.file, points, ending)
  const [first] = tally.failures
  if (first && output.text() !== '') first.text += `\n\nThe output of the file:\n${output.text()}`
  return { ...tally, file: run.file, durationMs: performance.now() - begun }
}

/** How the program ended, when it did not end well by itself. */
function endOf(child: ChildProcess, timeoutMs: number): Promise<string | null> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    endGroup(child)
  }, timeoutMs)
  const interrupt = () => endGroup(child)
  process.on('exit', interrupt)
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', () => endGroup(child))
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      process.off('exit', interrupt)
      if (isLate) resolve(`It was still running after ${timeoutMs / 1000} s and was ended.`)
      else if (signal) resolve(`It was ended by ${signal}.`)
      else resolve(code === 0 ? null : `It ended with exit code ${code}.`)
    })
  })
}

function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nobody of the group is left.
  }
}

function judge(file: string, points: readonly Result[], ending: string | null): Tally {
  const tally = emptyTally()
  for (const point of points) {
    const where = `${file} > ${point.fullname}`
    if (point.skip || point.todo) tally.failures.push({ where, text: 'It was skipped or left to do: every test runs here.' })
    else if (point.ok) tally.passed += 1
    else tally.failures.push({ where, text: explainFailure(point.diag) })
  }
  // A failing test point makes the exit code 1: that is no second failure.
  if (ending !== null && tally.failures.length === 0) tally.failures.push({ where: file, text: `${ending}${lastOf(points)}` })
  if (points.length === 0 && ending === null) tally.failures.push({ where: file, text: 'The file ran no test.' })
  return tally
}

/** Where a file was that broke off: what came next is what it was at. */
function lastOf(points: readonly Result[]): string {
  const last = points.at(-1)
  return last === undefined ? '' : `\nThe last thing that it told: ${last.fullname}`
}

/** The last part of what is added: a test that loops must not fill the memory. */
function keepTail(): { add: (chunk: string | Buffer) => void; text: () => string } {
  let kept = ''
  return {
    add: (chunk) => {
      kept = (kept + chunk.toString()).slice(-outputCharactersMax)
    },
    text: () => kept.trim(),
  }
}

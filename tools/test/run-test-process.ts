import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { type FinalResults, Parser, type Result } from 'tap-parser'
import { explainFailure } from './explain-failure.ts'
import { fileMarks } from './file-mark.ts'
import { emptyFileResult, type FileResult } from './tally.ts'

const outputCharactersMax = 8000
const program = join(import.meta.dirname, 'test-process.ts')
// 64 MiB for new objects instead of 16: collecting garbage less often saves a tenth of the time.
const nodeOptions = ['--conditions=development', '--max-semi-space-size=64', '--min-semi-space-size=64']

export type TestProcessRun = {
  root: string
  /** Relative to `root`; one process runs them one after the other. */
  files: readonly string[]
  /** How long the process may be at one file. */
  timeoutMs: number
  environment: NodeJS.ProcessEnv
}

/** What a test process sends: that a file begins, and what it took when it has ended. */
export type FileReport = { file: string; isBegun: true } | { file: string; isBegun: false; wallMs: number; cpuMs: number }

/**
 * Runs test files in one process and counts their test points; one result per file, in their order.
 * The process has its own process group, which is ended with it: nothing that a test started
 * outlives it. What a file wrote besides TAP is shown only when something failed in it.
 */
export async function runTestProcess(run: TestProcessRun): Promise<FileResult[]> {
  const points: Result[] = []
  const parser = new Parser()
  parser.on('result', (point: Result) => points.push(point))
  const empty = collectEmptyTests(parser)
  const child = spawn(process.execPath, [...nodeOptions, program], {
    cwd: run.root,
    // tap's own limit is 30 s for a file; this runner's limit comes first and says what happened.
    env: { ...run.environment, TAP_TIMEOUT: String((2 * run.timeoutMs) / 1000), OMS_TEST_FILES: JSON.stringify(run.files) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const progress = followProgress(child, parser)
  child.stdout?.pipe(parser)
  const ending = await waitForEnd(child, run.timeoutMs)
  if (!parser.results) await new Promise((resolve) => parser.once('complete', resolve))
  return judge({ files: run.files, points, empty, ending, progress })
}

/**
 * The full names of tests that have not tested anything, as they are found. tap counts them as
 * passed.
 */
function collectEmptyTests(parser: Parser): string[] {
  const empty: string[] = []
  const follow = (parent: Parser) =>
    parent.on('child', (test) => {
      follow(test)
      test.once('complete', ({ count }: FinalResults) => {
        if (count === 0) empty.push(test.fullname)
      })
    })
  follow(parser)
  return empty
}

type Progress = { begun: Set<string>; ended: Map<string, { wallMs: number; cpuMs: number }>; fileOutput(file: string): string }

/**
 * Notes which file the process is at. What it writes besides TAP counts for the file that the same
 * stream named before it.
 */
function followProgress(child: ChildProcess, parser: Parser): Progress {
  const begun = new Set<string>()
  const ended: Progress['ended'] = new Map()
  child.on('message', (report: FileReport) => {
    if (report.isBegun) begun.add(report.file)
    else ended.set(report.file, report)
  })
  const outputs = new Map<string, string>()
  // The last part only: a test that loops must not fill the memory.
  const add = (file: string, text: string) =>
    void outputs.set(file, `${outputs.get(file) ?? ''}${text}`.slice(-outputCharactersMax))
  let fileOfTap = ''
  parser.on('child', ({ name }) => {
    fileOfTap = name
  })
  parser.on('extra', (text) => add(fileOfTap, text))
  let fileOfErrors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    // With what came before: a mark may come in two parts.
    const [before = '', ...marked] = `${outputs.get(fileOfErrors) ?? ''}${text}`.split(fileMarks)
    outputs.set(fileOfErrors, before.slice(-outputCharactersMax))
    for (let index = 0; index < marked.length; index += 2) {
      fileOfErrors = marked[index] ?? ''
      add(fileOfErrors, marked[index + 1] ?? '')
    }
  })
  return { begun, ended, fileOutput: (file) => `${outputs.get('') ?? ''}${outputs.get(file) ?? ''}`.trim() }
}

/** How the process ended; null when it ended well without help. */
function waitForEnd(child: ChildProcess, timeoutMs: number): Promise<string | null> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    endGroup(child)
  }, timeoutMs)
  child.on('message', () => timer.refresh())
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

type Outcome = {
  files: readonly string[]
  points: readonly Result[]
  empty: readonly string[]
  ending: string | null
  progress: Progress
}

function judge({ files, points, empty, ending, progress }: Outcome): FileResult[] {
  const results = new Map(files.map((file) => [file, { ...emptyFileResult(file), ...progress.ended.get(file) }]))
  for (const point of points) {
    const result = results.get(findTestFile(point, files) ?? '')
    if (result) judgePoint(point, result)
  }
  for (const where of empty) {
    const file = files.find((name) => where.startsWith(`${name} > `)) ?? ''
    results.get(file)?.failures.push({ where, text: 'It tested nothing, or its results could not be read.' })
  }
  const all = [...results.values()]
  for (const result of all) judgeEnding(result, { ending, points, progress })
  // A failed test point makes the exit code 1: that is no second failure.
  if (ending !== null && all.every(({ failures }) => failures.length === 0)) {
    all.at(-1)?.failures.push({ where: files.join(', '), text: `${ending} Every file had ended: one left something open.` })
  }
  for (const { file, failures } of all) {
    const [first] = failures
    const output = progress.fileOutput(file)
    if (first && output !== '') first.text += `\n\nThe output of the file:\n${output}`
  }
  return all
}

/**
 * What failed while its file ended is a test point of the process; it says which file it belongs
 * to.
 */
function findTestFile({ fullname, diag }: Result, files: readonly string[]): string | undefined {
  return files.find((file) => fullname === file || fullname.startsWith(`${file} > `) || diag?.test === file)
}

function judgePoint(point: Result, result: FileResult): void {
  // A file without tests is one test point itself.
  if (point.fullname === result.file && point.ok) return
  if (point.ok && !point.skip && !point.todo) {
    result.passed += 1
    return
  }
  const isLeftOut = point.skip || point.todo
  const text = isLeftOut ? 'It was skipped or left to do: every test runs here.' : explainFailure(point.diag)
  result.failures.push({ where: point.fullname, text })
}

/** A file has to run to its end, and to have tested something. */
function judgeEnding(result: FileResult, { ending, points, progress }: Pick<Outcome, 'ending' | 'points' | 'progress'>): void {
  const { file, failures, passed } = result
  const fail = (text: string) => void failures.push({ where: file, text })
  if (!progress.begun.has(file)) fail('It did not begin: the process that was to run it had ended before.')
  else if (failures.length > 0) return
  else if (!progress.ended.has(file)) fail(`${ending ?? 'It ended its process.'}${lastResult(points)}`)
  else if (passed === 0) fail('The file ran no test.')
}

/** Where a file was that broke off: what came next is what it was at. */
function lastResult(points: readonly Result[]): string {
  const last = points.at(-1)
  return last === undefined ? '' : `\nThe last result that it reported: ${last.fullname}`
}

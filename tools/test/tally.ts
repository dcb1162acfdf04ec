/** One thing that failed, as it is shown when it happened and once more at the end. */
export type Failure = { where: string; text: string }

/**
 * What one test file counted and took. `cpuMs` is processor time, also of the processes that the
 * file started and ended.
 */
export type FileResult = { file: string; passed: number; failures: Failure[]; wallMs: number; cpuMs: number }

/** What a run counts: every step and every test point is one that passed or failed. */
export type Tally = { passed: number; failures: Failure[] }

// Continuous integration may show the end of a log only: it has to name everything, and one failure
// must not push the others out.
const linesMax = 60
const lastLines = 20
const failuresMax = 40
const slowestMax = 10

export function emptyFileResult(file: string): FileResult {
  return { file, passed: 0, failures: [], wallMs: 0, cpuMs: 0 }
}

/** The sum of what several files or steps counted. */
export function sumTallies(parts: readonly Tally[]): Tally {
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failures: parts.flatMap(({ failures }) => failures),
  }
}

/** One failure with all that is known of it. */
function describe({ where, text }: Failure): string {
  return `FAILED ${where}\n${indent(text)}`
}

/** The line of a file that has ended, and below it what failed in it. */
export function describeFile({ file, passed, failures, wallMs, cpuMs }: FileResult): string {
  const counts = failures.length > 0 ? `${passed} passed, ${failures.length} failed` : `${passed}`
  const line = `${failures.length > 0 ? 'FAILED' : 'passed'}  ${file} (${counts}; ${seconds(wallMs)}, cpu ${seconds(cpuMs)})`
  return [line, ...failures.map(describe)].join('\n')
}

/**
 * The ten files that took most processor time, which says more than the clock's time when other
 * programs run beside the tests.
 */
export function describeSlowest(files: readonly FileResult[]): string {
  const slowest = byCost(files).slice(0, slowestMax)
  const lines = slowest.map((file) => `${seconds(file.cpuMs).padStart(8)} ${seconds(file.wallMs).padStart(8)}  ${file.file}`)
  return [
    `The slowest of ${files.length} files (processor time ${seconds(sum(files, 'cpuMs'))} in all), cpu and wall:`,
    ...lines,
    '',
  ].join('\n')
}

/** What every file cost, most processor time first; a last line has the sums. */
export function describeCosts(files: readonly FileResult[]): string {
  const row = (name: string, { cpuMs, wallMs, passed }: Pick<FileResult, 'cpuMs' | 'wallMs' | 'passed'>) =>
    `${seconds(cpuMs).padStart(9)} ${seconds(wallMs).padStart(9)} ${String(passed).padStart(10)}  ${name}`
  const totals = { cpuMs: sum(files, 'cpuMs'), wallMs: sum(files, 'wallMs'), passed: sum(files, 'passed') }
  return [
    `${'cpu'.padStart(9)} ${'wall'.padStart(9)} ${'assertions'}  file`,
    ...byCost(files).map((file) => row(file.file, file)),
    row(`${files.length} files`, totals),
    '',
  ].join('\n')
}

function byCost(files: readonly FileResult[]): FileResult[] {
  return files.toSorted((one, other) => other.cpuMs - one.cpuMs)
}

function sum(files: readonly FileResult[], field: 'cpuMs' | 'wallMs' | 'passed'): number {
  return files.reduce((total, file) => total + file[field], 0)
}

/**
 * Each failure once more in at most 60 lines, then the closing line that continuous integration
 * reads.
 */
export function report({ passed, failures }: Tally): string {
  const shown = failures.slice(0, failuresMax).map(({ where, text }) => `\n${describe({ where, text: shortened(text) })}\n`)
  const others = failures.slice(failuresMax).map(({ where }) => `FAILED ${where}\n`)
  return `${shown.join('')}${others.length > 0 ? `\n${others.join('')}` : ''}\n${passed} passed, ${failures.length} failed\n`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function shortened(text: string): string {
  const lines = text.trimEnd().split('\n')
  if (lines.length <= linesMax) return text
  const first = linesMax - lastLines - 1
  const left = `… ${lines.length - linesMax + 1} lines are left out here …`
  return [...lines.slice(0, first), left, ...lines.slice(-lastLines)].join('\n')
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
}

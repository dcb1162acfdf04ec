import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { resultsFile } from './results-file.ts'
import { type FileResult, sumTallies, type Tally } from './tally.ts'

// At a time, of which each runs as many test processes as the machine has processors: the stories,
// which wait for the system more than they work, leave room for others.
const concurrency = 3
const checks = ['check-generated', 'lint', 'check-layout', 'check-schemas', 'check-unused']
// One thread for almost a minute: beside the tests it leaves no processor without work.
const types = 'check-types'
const pages = '@open-oms/console#build'

/** What turbo's summary says of one task; paths are relative to the root. */
type TaskOfSummary = { taskId: string; task: string; directory: string; logFile: string; execution?: { exitCode: number | null } }

export type WorkspaceResult = { tally: Tally; files: FileResult[] }

/**
 * Runs every check of every package by turbo, which replays those whose inputs did not change. A
 * check that is no test counts as one that passed or failed. The pages are built before the tests,
 * so that the stories, which take longest, are among the first to begin.
 */
export async function runWorkspace(root: string, environment: NodeJS.ProcessEnv): Promise<WorkspaceResult> {
  const [checked, tested] = [
    await runTasks(root, [...checks, pages], environment),
    await runTasks(root, [types, 'test'], environment),
  ]
  return {
    tally: sumTallies([checked.tally, tested.tally]),
    files: [...checked.files, ...tested.files],
  }
}

async function runTasks(root: string, tasks: readonly string[], environment: NodeJS.ProcessEnv): Promise<WorkspaceResult> {
  const summaries = join(root, '.turbo', 'runs')
  rmSync(summaries, { recursive: true, force: true })
  const exitCode = await runTurbo(root, tasks, environment)
  const [summary] = existsSync(summaries) ? readdirSync(summaries) : []
  if (summary === undefined) return { tally: { passed: 0, failures: [ended(exitCode)] }, files: [] }
  const found: TaskOfSummary[] = JSON.parse(readFileSync(join(summaries, summary), 'utf8')).tasks
  const result: WorkspaceResult = { tally: { passed: 0, failures: [] }, files: [] }
  for (const task of found) if (tasks.includes(task.task)) addTask(result, root, task)
  if (exitCode !== 0 && result.tally.failures.length === 0) result.tally.failures.push(ended(exitCode))
  return result
}

function ended(exitCode: number | null) {
  return { where: 'turbo', text: `It ended with exit code ${exitCode}; the reason is above.` }
}

function runTurbo(root: string, tasks: readonly string[], environment: NodeJS.ProcessEnv): Promise<number | null> {
  const options = ['--continue', '--summarize', `--concurrency=${concurrency}`, '--log-order=stream', '--output-logs=full']
  const child = spawn(join(root, 'node_modules', '.bin', 'turbo'), ['run', ...tasks, ...options], {
    cwd: root,
    env: { ...environment, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  // Its starter is a shell, which would keep the signal: the whole process group gets it, and turbo
  // ends what it runs.
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM')
  }
  process.on('exit', stop)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code))
  })
}

function addTask({ tally, files }: WorkspaceResult, root: string, task: TaskOfSummary): void {
  const hasPassed = task.execution?.exitCode === 0
  const kept = resultsFile(join(root, task.directory))
  if (task.task === 'test' && task.execution && existsSync(kept)) {
    const results: FileResult[] = JSON.parse(readFileSync(kept, 'utf8'))
    files.push(...results)
    for (const { passed, failures } of results) {
      tally.passed += passed
      tally.failures.push(...failures)
    }
    if (hasPassed || results.some(({ failures }) => failures.length > 0)) return
  }
  if (hasPassed) tally.passed += 1
  else tally.failures.push({ where: task.taskId, text: readTaskLog(join(root, task.logFile), task) })
}

function readTaskLog(file: string, { execution }: TaskOfSummary): string {
  if (execution === undefined) return 'It did not run.'
  return existsSync(file) ? readFileSync(file, 'utf8') : `It ended with exit code ${execution.exitCode}.`
}

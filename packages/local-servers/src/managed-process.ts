import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const outputTimeoutMs = 1000

export type ProcessExit = { code: number | null; signal: NodeJS.Signals | null }

export type ManagedProcess = {
  readonly name: string
  readonly pid: number
  /** Resolves when the process has ended and its last line was reported. */
  readonly exited: Promise<ProcessExit>
  isRunning(): boolean
  kill(signal: NodeJS.Signals): void
  /** Asks the process to end, insists after `stopTimeoutMs`, and resolves when it has ended. */
  stop(): Promise<void>
}

export type ProcessPlan = {
  name: string
  command: string
  args: readonly string[]
  environment: NodeJS.ProcessEnv
  cwd?: string
  /** Another user to run as: only root may say so. */
  account?: { uid: number; gid: number } | null
  stopSignal: NodeJS.Signals
  stopTimeoutMs: number
  /**
   * How long the process stays when this program is killed with -9: servers stay longer than what
   * uses them.
   */
  orphanDelaySeconds: number
  onLine: (line: string) => void
}

/**
 * Starts a process that ends when this program ends, however it ends. It has a process group of its
 * own, so that Ctrl-C in a terminal reaches this program only, which then stops everything in
 * order.
 */
export async function startProcess(plan: ProcessPlan): Promise<ManagedProcess> {
  const child = spawn(plan.command, plan.args, {
    cwd: plan.cwd,
    env: plan.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...plan.account,
  })
  const exited = waitForExit(child)
  await started(child)
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', plan.onLine)
  const pid = child.pid as number
  const release = guard(pid, plan)
  void exited.then(release)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const kill = (signal: NodeJS.Signals) => void (isRunning() && child.kill(signal))
  const stop = async () => {
    kill(plan.stopSignal)
    const insist = setTimeout(() => kill('SIGKILL'), plan.stopTimeoutMs)
    await exited
    clearTimeout(insist)
  }
  return { name: plan.name, pid, exited, isRunning, kill, stop }
}

function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
}

// What a process wrote last may still be on its way when it has ended; what it started may hold its
// output open forever.
function waitForExit(child: ChildProcess): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const end = () => {
        clearTimeout(timer)
        resolve({ code, signal })
      }
      // This program may have been suspended meanwhile: what has arrived is read first.
      const timer = setTimeout(() => setImmediate(end), outputTimeoutMs)
      child.once('close', end)
    })
  })
}

const guardScript = `cat >/dev/null; sleep "$3"; kill -s "$2" "$1" || exit 0
for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -s 0 "$1" || exit 0; done
kill -s KILL "$1"`

// A signal handler cannot see SIGKILL, so a shell waits beside each process: the end of this
// program closes its standard input, and it ends the process in this program's place.
function guard(pid: number, plan: ProcessPlan): () => void {
  const signal = plan.stopSignal.replace('SIG', '')
  const shell = spawn('sh', ['-c', guardScript, 'guard', String(pid), signal, String(plan.orphanDelaySeconds)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.on('error', () => plan.onLine(`No shell found: ${plan.name} would outlive this program if it were killed.`))
  shell.unref()
  return () => {
    if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGKILL')
  }
}

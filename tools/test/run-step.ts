import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { describe, emptyTally, type Tally } from './tally.ts'

export type Step = { name: string; command: string; args: readonly string[] }

/** Runs a program as one step of the check: it counts as one that passed or failed; its output is told when it failed. */
export async function runStep(step: Step, root: string, print: (line: string) => void): Promise<Tally> {
  const begun = performance.now()
  const chunks: Buffer[] = []
  const child = spawn(step.command, step.args, { cwd: root, env: stepEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      chunks.push(Buffer.from(error.message))
      resolve(null)
    })
    child.once('close', resolve)
  })
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  print(`${code === 0 ? 'passed' : 'FAILED'}  ${step.name} (${seconds} s)`)
  if (code === 0) return { passed: 1, failures: [] }
  const failure = { where: step.name, text: Buffer.concat(chunks).toString('utf8') }
  print(describe(failure))
  return { ...emptyTally(), failures: [failure] }
}

function stepEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1', FORCE_COLOR: '0' }
}

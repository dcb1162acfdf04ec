import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { omsProgram } from '@open-oms/system/run-program'

/** `output` is what it wrote to both streams. */
type ToolResult = { code: number; stdout: string; output: string }

/** Runs a command of tools/ beside a running system, and returns its exit code and its output. */
export async function runTool(file: string, args: readonly string[], dataDir: string): Promise<ToolResult> {
  return await run([join(import.meta.dirname, '..', 'tools', file), ...args], dataDir)
}

/** Runs `oms` beside a running system, and returns its exit code and its output. */
export async function runOms(args: readonly string[], dataDir: string): Promise<ToolResult> {
  return await run([omsProgram, ...args], dataDir)
}

async function run(program: readonly string[], dataDir: string): Promise<ToolResult> {
  const child = spawn(process.execPath, ['--conditions=development', ...program], {
    env: { ...process.env, OMS_PROFILE: 'local', OMS_DATA_DIR: dataDir },
  })
  let [stdout, output] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, stdout, output }
}

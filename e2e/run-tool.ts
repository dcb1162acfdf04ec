import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Runs a command of tools/ against a running system, and returns its exit code and its output. */
export async function runTool(file: string, args: readonly string[], dataDir: string): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['--conditions=development', join(import.meta.dirname, '..', 'tools', file), ...args], {
    env: { ...process.env, OMS_DATA_DIR: dataDir },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

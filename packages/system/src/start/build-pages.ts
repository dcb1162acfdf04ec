import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { StartError } from '@open-oms/local-servers/start-error'
import { root } from '../root.ts'

/**
 * Builds the console and the guides that the gateway serves, or takes them from turbo's cache when
 * their sources have not changed. Throws a StartError with what was printed.
 */
export function buildPages(): Promise<void> {
  return runTurbo(['build', 'generate-guides', '--filter=@open-oms/console', '--filter=//'])
}

/**
 * Builds the site of all documentation in the same way, by DOCS_BASE and DOCS_REPOSITORY
 * (docs/reference/command-line.md). It takes half a minute, and no start waits for it.
 */
export function buildDocsSite(): Promise<void> {
  return runTurbo(['build', '--filter=@open-oms/docs-site'])
}

async function runTurbo(tasks: readonly string[]): Promise<void> {
  const args = ['run', ...tasks, '--output-logs=errors-only', '--log-order=stream']
  const child = spawn(join(root, 'node_modules', '.bin', 'turbo'), args, {
    cwd: root,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
    })
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new StartError(`The pages could not be built:\n${printed.trim()}`)
}

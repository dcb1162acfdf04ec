import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs the program `relocate` of a service, whose sources are in `folder`, on a database; returns what it prints. */
export async function runRelocate(folder: string, database: { url: string }, args: readonly string[]): Promise<string> {
  const options = {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATABASE_URL: database.url },
  }
  return (await run(process.execPath, ['--conditions=development', join(folder, 'relocate.ts'), ...args], options)).stdout
}

/**
 * `npm run coverage`: runs tests and says which lines of the sources they reach, on the terminal
 * and as pages in `coverage`.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { commandLine } from '@open-oms/system/command-line'
import { root } from '@open-oms/system/root'

const usage = `Usage: npm run coverage -- [PART …]

  PART  only the test files whose path has one of these parts; all short ones when absent
`
const { positionals } = commandLine({ usage, options: {}, checkArguments: () => null })
const parts = positionals.length > 0 ? positionals : ['.test.ts']
const c8 = createRequire(import.meta.url).resolve('c8/bin/c8.js')
const test = [process.execPath, '--conditions=development', join(root, 'tools', 'test.ts'), ...parts]
const { status } = spawnSync(process.execPath, [c8, ...test], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1

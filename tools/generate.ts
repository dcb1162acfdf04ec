/**
 * `npm run generate`: runs every generator, which is a file generate/generate-<what>.ts that
 * exports `generate({ check })`. It returns the paths of the files that it wrote; with `--check` it
 * writes nothing and returns the committed ones that are out of step.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '@oms/system/command-line'

type Generator = { generate(options: { check: boolean }): Promise<string[]> }

const usage = `Usage: npm run generate -- [--check]

  --check  writes nothing, and names the files that are out of step
`
const { check } = commandLine({ usage, options: { check: { type: 'boolean', default: false } } }).values
const folder = join(import.meta.dirname, 'generate')
const files = globSync('generate-*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))

for (const file of files.sort()) {
  const { generate }: Generator = await import(join(folder, file))
  for (const path of await generate({ check })) {
    console.log(check ? `${path} is out of step: run "npm run generate" and commit it.` : `written: ${path}`)
    if (check) process.exitCode = 1
  }
}

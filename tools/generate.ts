/**
 * `npm run generate`: runs every generator, or those that are named. One is a file
 * generate/generate-<name>.ts that exports `generate({ check })`. It returns the paths of the files
 * that it wrote; with `--check` it writes nothing and returns the committed ones that are out of
 * step.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '@open-oms/system/command-line'

type Generator = { generate(options: { check: boolean }): Promise<string[]> }

const folder = join(import.meta.dirname, 'generate')
const files = globSync('generate-*.ts', { cwd: folder })
  .filter((file) => !file.endsWith('.test.ts'))
  .sort()
const fileOf = (name: string) => `generate-${name}.ts`
const usage = `Usage: npm run generate -- [--check] [NAME …]

  --check  writes nothing, and names the files that are out of step
  NAME     only what this generator writes, such as docs or guides
`
const { values, positionals } = commandLine({
  usage,
  options: { check: { type: 'boolean', default: false } },
  checkArguments: (names) => {
    const unknown = names.find((name) => !files.includes(fileOf(name)))
    return unknown === undefined ? null : `There is no generator ${unknown}.`
  },
})
const { check } = values

for (const file of positionals.length > 0 ? positionals.map(fileOf) : files) {
  const { generate }: Generator = await import(join(folder, file))
  for (const path of await generate({ check })) {
    console.log(check ? `${path} is out of step: run "npm run generate" and commit it.` : `written: ${path}`)
    if (check) process.exitCode = 1
  }
}

/**
 * `npm run verify:mutants`: changes the pure code of a field in one place after the other, and
 * shows which changes no test of the field notices (docs/how-to/verify-mutants.md).
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { commandLine } from '@open-oms/system/command-line'
import { Stryker } from '@stryker-mutator/core'
import { fields } from './mutants/fields.ts'

/** From where on the report shows a score as good. */
const SCORE_HIGH = 85
const root = join(import.meta.dirname, '..')
const names = Object.keys(fields)
const usage = `Usage: npm run verify:mutants -- ${names.join('|')} [PART]

  PART  only the files whose path below the field's folder begins with it, such as totals/
`
const { positionals } = commandLine({
  usage,
  options: {},
  checkArguments: ([name = '', _part, ...others]) =>
    names.includes(name) && others.length === 0 ? null : `Name one of ${names.join(', ')}.`,
})
const [name, part = ''] = positionals
const { sources, needs, scoreMin: scoreMinOfAll, scoreMins } = fields[name as string] as (typeof fields)[string]
const scoreMin = scoreMins?.[part] ?? scoreMinOfAll

const mutate = globSync([`${sources}/${part}*.ts`, `${sources}/${part}**/*.ts`], { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
)
if (mutate.length === 0) {
  process.stderr.write(`${name} has no files below ${part}\n\n${usage}`)
  process.exit(2)
}

/**
 * Tests that open a database would take seconds for each change; long ones have too few examples in
 * a tenth of their runs, and then fail without any change.
 */
const isPure = (file: string) =>
  !file.endsWith('.long.test.ts') && !/testOrders|testDatabase/.test(readFileSync(join(root, file), 'utf8'))

// A tenth of the runs that a property gets: its first examples find most of what it finds.
process.env.OMS_PROPERTY_RUNS = '0.1'
const results = await new Stryker({
  plugins: ['test-runner.ts', 'ignored-texts.ts'].map((file) => join(import.meta.dirname, 'mutants', file)),
  testRunner: 'one-process',
  testRunnerNodeArgs: ['--conditions=development'],
  testFiles: globSync(`${sources}/**/*.test.ts`, { cwd: root }).filter(isPure).sort(),
  mutate: [...new Set(mutate)],
  ignorers: ['error-texts'],
  // Stryker rewrites the tsconfig.json that it finds, with a TypeScript of before version 7.
  ignorePatterns: ['**', ...needs.map((folder) => `!${folder}/**`), 'tsconfig*.json', 'node_modules', 'dist'],
  disableTypeChecks: false,
  // What runs while a module is loaded would need a process for each change.
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  concurrency: 1,
  maxTestRunnerReuse: 500,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  thresholds: { high: SCORE_HIGH, low: scoreMin ?? 0, break: null },
  tempDirName: join(root, '.cache', 'mutants'),
}).runMutationTest()

const count = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length
const found = count('Killed', 'Timeout')
const missed = count('Survived', 'NoCoverage')
const score = (100 * found) / (found + missed)
const limit = scoreMin === null ? 'no score is asked for yet' : `at least ${scoreMin} % are asked for`
process.stdout.write(`${found} changes were noticed, ${missed} were not: ${score.toFixed(1)} %, ${limit}.\n`)
process.exitCode = score >= (scoreMin ?? 0) && count('RuntimeError', 'CompileError') === 0 ? 0 : 1

/**
 * The `test` script of every package: runs its test files, in its folder, and ends with "N passed,
 * N failed".
 *
 * The results of a whole run are kept in `.cache/test-results.json` of the package, where
 * `npm test` sums them up and `npm test -- --costs` finds them.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describeError } from '@open-oms/local-servers/start-error'
import { isLongRun } from '@open-oms/service-kit/testing/property-runs'
import { commandLine } from '@open-oms/system/command-line'
import { findTestFiles } from './test/find-test-files.ts'
import { resultsFile } from './test/results-file.ts'
import { runTestFiles } from './test/run-test-files.ts'
import { describeSlowest, type FileResult, report, sumTallies } from './test/tally.ts'
import { withTestServers } from './test/test-servers.ts'

const root = join(import.meta.dirname, '..')
const folder = relative(root, process.cwd()).split(sep).join('/')
const usage = `Usage: node tools/test-package.ts [--without-postgres] [PART …]

  --without-postgres  the tests of the package need no database
  PART                only the test files whose path has one of these parts
`
const { values, positionals } = commandLine({
  usage,
  options: { 'without-postgres': { type: 'boolean', default: false } },
  checkArguments: () => null,
})
const servers = { hasPostgres: !values['without-postgres'] }
const print = (text: string) => void process.stdout.write(text)

async function run(files: readonly string[]): Promise<FileResult[]> {
  if (files.length === 0) throw new Error(`No test file below ${folder} has ${positionals.join(' or ')} in its path.`)
  return await withTestServers(servers, (environment) => runTestFiles({ root, files, environment, isLong: isLongRun, print }))
}

const kept = resultsFile(process.cwd())
const isWhole = positionals.length === 0
if (isWhole) rmSync(kept, { force: true })
const results = await run(findTestFiles(root, folder, { filters: positionals, isLong: isLongRun })).catch(
  (error: unknown): FileResult[] => [
    { file: folder, passed: 0, failures: [{ where: folder, text: describeError(error) }], wallMs: 0, cpuMs: 0 },
  ],
)
if (isWhole) {
  mkdirSync(join(kept, '..'), { recursive: true })
  writeFileSync(kept, JSON.stringify(results))
}
print(`\n${describeSlowest(results)}`)
const tally = sumTallies(results)
print(report(tally))
process.exitCode = tally.failures.length > 0 ? 1 : 0

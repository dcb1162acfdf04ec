/**
 * `npm test`: the whole check. turbo runs the static checks and the tests of every package, and
 * replays what has not changed; the last line is "N passed, N failed".
 */
import { join } from 'node:path'
import { describeError } from '@open-oms/local-servers/start-error'
import { commandLine } from '@open-oms/system/command-line'
import { findTestFiles } from './test/find-test-files.ts'
import { lastResults } from './test/results-file.ts'
import { runTestFiles } from './test/run-test-files.ts'
import { runWorkspace, type WorkspaceResult } from './test/run-workspace.ts'
import { describeCosts, describeSlowest, report, sumTallies } from './test/tally.ts'
import { withTestServers } from './test/test-servers.ts'

const root = join(import.meta.dirname, '..')
const print = (text: string) => void process.stdout.write(text)
const usage = `Usage: npm test -- [PART …]
       npm run test:long -- [PART …]
       npm test -- --costs [PART …]

Runs the whole check; test:long also runs the long tests, and every property with many more runs.

  --costs  what each test file costs: those with PART are run, otherwise the last results are shown
  PART     only the test files whose path has one of these parts
`
const { values, positionals } = commandLine({
  usage,
  options: { long: { type: 'boolean' }, costs: { type: 'boolean' } },
  checkArguments: () => null,
})
const isLong = values.long === true
if (isLong) process.env.OMS_PROPERTY_RUNS = '50'

/** Runs the test files whose path has one of the parts. */
async function runFiles(environment: NodeJS.ProcessEnv): Promise<WorkspaceResult> {
  const files = findTestFiles(root, '{packages,services,tools,e2e}', { filters: positionals, isLong })
  if (files.length === 0) throw new Error(`No test file has ${positionals.join(' or ')} in its path.`)
  const results = await runTestFiles({ root, files, environment, isLong, print })
  return { tally: sumTallies(results), files: results }
}

async function check(): Promise<WorkspaceResult> {
  try {
    return await withTestServers({ hasPostgres: true }, (environment) =>
      positionals.length > 0 ? runFiles(environment) : runWorkspace(root, environment),
    )
  } catch (error) {
    return { tally: { passed: 0, failures: [{ where: 'tests', text: describeError(error) }] }, files: [] }
  }
}

/** Prints what the files of the last run of every package cost. */
function showLastCosts(): void {
  const files = lastResults(root)
  if (files.length > 0) print(describeCosts(files))
  else {
    process.stderr.write('There are no results yet: run npm test, or name the files to run.\n')
    process.exitCode = 1
  }
}

async function runAndReport(): Promise<void> {
  const { tally, files } = await check()
  if (files.length > 0) print(`\n${values.costs ? describeCosts(files) : describeSlowest(files)}`)
  print(report(tally))
  process.exitCode = tally.failures.length > 0 ? 1 : 0
}

if (values.costs && positionals.length === 0) showLastCosts()
else await runAndReport()

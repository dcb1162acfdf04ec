/**
 * Runs the test files of `OMS_TEST_FILES` (a JSON array), one after the other, in this one process:
 * what they import is loaded and compiled once. Each file gets a subtest of its own as its `tap`,
 * so that hooks and teardowns end with the file. Its parent is sent a `FileReport` when a file
 * begins and when it ends.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import type { Test } from 'tap'
import { fileMark } from './file-mark.ts'
import type { FileReport } from './run-test-process.ts'

// The unit of the counters in /proc: 10 ms on every Linux that Node runs on.
const tickMs = 10

const testOfFile = new Map<string, Test>()
Object.assign(globalThis, { testOfFile })

const domain = new URL('test-domain.ts', import.meta.url).href

// Only `import t from 'tap'` of a test file means its own subtest; other modules share the process
// and with it its root test.
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'async-hook-domain') return { url: domain, format: 'module-typescript', shortCircuit: true }
    const { parentURL = '' } = context
    if (specifier !== 'tap' || !testOfFile.has(parentURL)) return nextResolve(specifier, context)
    const source = `export default globalThis.testOfFile.get(${JSON.stringify(parentURL)})`
    return { url: `data:text/javascript,${encodeURIComponent(source)}`, format: 'module', shortCircuit: true }
  },
})

// After the hooks, which choose what it loads.
const [{ default: tap }, { enterFile }] = await Promise.all([import('tap'), import('./test-domain.ts')])

const report = (message: FileReport) => void process.send?.(message)

// tap's limit would count for the whole process; here each file has it.
const fileTimeoutMs = Number(process.env.TAP_TIMEOUT) * 1000
tap.setTimeout(0)

// Not as arguments: tap names the folders of `t.testdir` after them.
const files: readonly string[] = JSON.parse(process.env.OMS_TEST_FILES ?? '[]')
delete process.env.OMS_TEST_FILES

// Properties that name no number of runs get as many times more as the others. fast-check is not
// loaded for the usual number.
if (process.env.OMS_PROPERTY_RUNS) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ numRuns: propertyRuns(100) })
}

for (const file of files) {
  const url = pathToFileURL(resolve(file)).href
  const cpuMsBefore = cpuMsOfProcess()
  const begun = performance.now()
  report({ file, isBegun: true })
  // On the same stream as what the file writes: a message may be read after it.
  process.stderr.write(fileMark(file))
  await tap.test(file, { timeout: fileTimeoutMs }, async (t) => {
    enterFile(t.hookDomain)
    testOfFile.set(url, t)
    await import(url)
  })
  report({ file, isBegun: false, wallMs: performance.now() - begun, cpuMs: cpuMsOfProcess() - cpuMsBefore })
}

/**
 * Processor time in milliseconds that this process has used, and on Linux also those of its
 * children that have ended.
 */
function cpuMsOfProcess(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + cpuMsOfChildren()
}

function cpuMsOfChildren(): number {
  if (process.platform !== 'linux') return 0
  // After the name in brackets: state is field 3, the user and system time of children are fields
  // 16 and 17 (man 5 proc).
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * tickMs
}

import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { InstrumenterContext, StrykerOptions } from '@stryker-mutator/api/core'
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import * as runs from '@stryker-mutator/api/test-runner'
import fc from 'fast-check'

const testOfFile = new Map<string, unknown>()
const hooked = { testOfFile, __stryker__: {} as InstrumenterContext }
Object.assign(globalThis, hooked)
const instrumented = hooked.__stryker__

// `import t from 'tap'` of a test file means what `runFile` has set for it.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context
    if (specifier !== 'tap' || !testOfFile.has(parentURL)) return nextResolve(specifier, context)
    const source = `export default globalThis.testOfFile.get(${JSON.stringify(parentURL)})`
    return { url: `data:text/javascript,${encodeURIComponent(source)}`, format: 'module', shortCircuit: true }
  },
})

// tap tells its parent how long it may take, which Stryker cannot read.
const send = process.send?.bind(process) as (message: unknown) => boolean
process.send = (message: unknown) => typeof message !== 'string' || send(message)

const { default: root, Test: TapTest } = await import('tap')
root.setTimeout(0)
// Most mutants that a property finds are found by its first examples.
fc.configureGlobal({ numRuns: 20 })

const nothing = { test: () => Promise.resolve(), teardown: () => undefined }

let loads = 0
/** What a file took when it last passed, in milliseconds: the quick ones are asked first. */
const durations = new Map<string, number>()
const duration = (file: string) => durations.get(file) ?? 0

/** Loads a test file again, but not what it imports, with this as its `tap`. */
async function load(file: string, tap: unknown): Promise<void> {
  const url = `${pathToFileURL(resolve(file)).href}?load=${++loads}`
  testOfFile.set(url, tap)
  await import(url).finally(() => testOfFile.delete(url))
}

/** Runs the tests of a file in this process; returns what failed first, or null. */
async function runFile(file: string): Promise<string | null> {
  const tap = new TapTest({ name: file, silent: true })
  tap.resume()
  tap.runMain(() => undefined)
  let failure: string | null = null
  const begun = performance.now()
  try {
    await load(file, tap)
  } catch (error) {
    failure = `it could not be loaded: ${String(error)}`
  }
  tap.end()
  await tap.concat()
  if (failure === null && tap.passing()) durations.set(file, performance.now() - begun)
  return failure ?? (tap.passing() ? null : (tap.lists.fail[0]?.fullname ?? 'a test failed'))
}

/**
 * Runs the test files of a field in one process, each as one test: what they import is loaded once,
 * and a mutant is a matter of milliseconds. Only for tests that open nothing, and for code that
 * keeps nothing between two calls: where a file fails without the mutant too that made it fail, the
 * process is given up and Stryker tries again in another one.
 */
class OneProcessRunner implements runs.TestRunner {
  static readonly inject = tokens(commonTokens.options)
  readonly files: readonly string[]

  constructor(options: StrykerOptions) {
    this.files = options.testFiles as unknown as string[]
  }

  capabilities(): runs.TestRunnerCapabilities {
    return { reloadEnvironment: false }
  }

  async dryRun(): Promise<runs.DryRunResult> {
    const tests: runs.TestResult[] = []
    delete instrumented.currentTestId
    // What runs while modules are loaded is of no test.
    for (const file of this.files) await load(file, nothing)
    for (const file of this.files) {
      instrumented.currentTestId = file
      const begun = performance.now()
      const failureMessage = await runFile(file)
      const test = { id: file, name: file, fileName: file, timeSpentMs: performance.now() - begun }
      tests.push(
        failureMessage === null
          ? { ...test, status: runs.TestStatus.Success }
          : { ...test, status: runs.TestStatus.Failed, failureMessage },
      )
    }
    delete instrumented.currentTestId
    const { mutantCoverage = { static: {}, perTest: {} } } = instrumented
    return { status: runs.DryRunStatus.Complete, tests, mutantCoverage }
  }

  async mutantRun({
    activeMutant,
    mutantActivation,
    hitLimit,
    testFilter,
  }: runs.MutantRunOptions): Promise<runs.MutantRunResult> {
    const files = [...(testFilter ?? this.files)].sort((a, b) => duration(a) - duration(b))
    if (mutantActivation === 'static') instrumented.activeMutant = activeMutant.id
    for (const file of files) {
      Object.assign(instrumented, { activeMutant: activeMutant.id, hitCount: hitLimit === undefined ? undefined : 0, hitLimit })
      const failureMessage = await runFile(file)
      const late = runs.determineHitLimitReached(instrumented.hitCount, hitLimit)
      if (late !== undefined) return { status: runs.MutantRunStatus.Timeout, reason: late.reason ?? 'it loops' }
      if (failureMessage === null) continue
      Object.assign(instrumented, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined })
      if (mutantActivation === 'runtime' && (await runFile(file)) !== null) throw new Error(`${file} fails without a mutant too.`)
      return { status: runs.MutantRunStatus.Killed, killedBy: [file], failureMessage, nrOfTests: files.length }
    }
    delete instrumented.activeMutant
    return { status: runs.MutantRunStatus.Survived, nrOfTests: files.length }
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'one-process', OneProcessRunner)]

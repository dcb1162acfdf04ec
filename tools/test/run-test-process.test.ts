import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { findTestFiles, longest } from './find-test-files.ts'
import { runTestFile } from './run-test-file.ts'
import { report } from './tally.ts'

const projectRoot = join(import.meta.dirname, '..', '..')
const fastCheck = createRequire(join(projectRoot, 'packages', 'money', 'package.json')).resolve('fast-check')

/** Runs a planted test file. */
async function run(test: Pick<typeof t, 'teardown'>, text: string, timeoutMs = 240_000) {
  const root = mkdtempSync(join(tmpdir(), 'oms-planted-'))
  test.teardown(() => rmSync(root, { recursive: true, force: true }))
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(root, 'planted.test.ts'), `import t from 'tap'\n${text}`)
  return await runTestFile({ root, file: 'planted.test.ts', timeoutMs, environment: process.env })
}

t.test('counts every test point', async (t) => {
  const { passed, failures } = await run(t, "t.test('a', async (t) => { t.ok(true); t.equal(1, 1) })\nt.pass('b')")
  t.same({ passed, failures }, { passed: 3, failures: [] })
})

t.test('tells a failure by its file, its name and the difference', async (t) => {
  const { passed, failures } = await run(
    t,
    "console.error('a hint')\nt.test('adds', async (t) => { t.ok(1); t.same([1], [2], 'sum') })",
  )
  t.equal(passed, 1)
  t.equal(failures.length, 1)
  t.equal(failures[0]?.where, 'planted.test.ts > adds > sum')
  t.match(failures[0]?.text, /-\s+2.*\+\s+1.*planted\.test\.ts:3.*a hint/s)
})

t.test('fails a file that ran no test, whatever its exit code', async (t) => {
  for (const text of ['', 'process.exit(0)']) {
    t.match((await run(t, text)).failures, [{ where: 'planted.test.ts', text: 'The file ran no test.' }])
  }
})

t.test('fails what was skipped, what broke off and what did not parse', async (t) => {
  t.match((await run(t, "t.test('later', { skip: true }, async () => 1)")).failures, [{ text: /skipped/ }])
  t.match((await run(t, "t.pass('one')\nprocess.exit(3)")).failures, [{ text: /exit code 3/ }])
  t.match((await run(t, 'const a: = 1')).failures, [{ text: /exit code 1.*SyntaxError/s }])
  t.match((await run(t, "t.test('throws', async () => { throw new Error('boom') })")).failures, [{ where: /throws > boom/ }])
})

t.test('ends a file that does not end, and what it started', async (t) => {
  const child = "spawn(process.execPath, ['-e', 'setInterval(() => 1, 1000)'])"
  const text = `import { spawn } from 'node:child_process'
const { pid } = ${child}
t.test('hangs', async (t) => {
  t.pass('pid ' + pid)
  console.error('pid=' + pid)
  await new Promise((resolve) => setTimeout(resolve, 100_000))
})`
  // How long it takes to begin is the machine's affair.
  let told = ''
  for (let limitMs = 3_000; !/pid=\d+/.test(told); limitMs *= 2) {
    const { failures } = await run(t, text, limitMs)
    told = failures[0]?.text ?? ''
    t.match(told, new RegExp(`still running after ${limitMs / 1000} s`))
  }
  t.match(told, /The last thing that it told: hangs > pid/)
  const pid = Number(/pid=(\d+)/.exec(told)?.[1])
  const isThere = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  // An ended process stays in the list until the system has collected it.
  while (isThere()) await delay(50)
  t.pass('the process that the test started is gone')
})

t.test('closes with the line that continuous integration reads', async (t) => {
  t.equal(report({ passed: 12, failures: [] }).trim(), '12 passed, 0 failed')
  const text = report({ passed: 1, failures: [{ where: 'here', text: 'a\nb' }] })
  t.equal(text, '\nFAILED here\n  a\n  b\n\n1 passed, 1 failed\n')
})

t.test('the end of a long log tells each failure once more, in at most sixty lines', async (t) => {
  const text = Array.from({ length: 500 }, (_, place) => `line ${place}`).join('\n')
  const lines = report({ passed: 1, failures: [{ where: 'a.test.ts > one', text }] })
    .trim()
    .split('\n')
  t.equal(lines.length, 1 + 60 + 2)
  t.match(
    [lines[0], lines[1], lines[40], lines[60]],
    ['FAILED a.test.ts > one', /line 0$/, /441 lines are left out/, /line 499$/],
  )
  const many = report({ passed: 0, failures: Array.from({ length: 100 }, (_, place) => ({ where: `file ${place}`, text })) })
  t.match(many, /FAILED file 99\n\n0 passed, 100 failed\n$/)
  t.ok(many.split('\n').length < 2_700)
})

t.test('a property that does not hold is told with its seed and the counterexample', async (t) => {
  const property = "fc.property(fc.nat(), (n) => { if (n > 7) throw new Error('too many') })"
  const text = `import fc from '${fastCheck}'
t.test('thrown', async () => fc.assert(${property}, { seed: 42 }))
t.test('caught', async (t) => t.doesNotThrow(() => fc.assert(${property}, { seed: 43 }), 'holds'))`
  const { failures } = await run(t, text)
  const [thrown, caught] = failures.map((failure) => `${failure.where}\n${failure.text}`)
  t.match(thrown, /thrown.*seed: 42.*Counterexample: \[8\].*planted\.test\.ts:3/s)
  t.match(caught, /caught.*seed: 43.*Counterexample: \[8\].*planted\.test\.ts:4/s)
})

t.test('finds test files by a part of their path, stories apart', async (t) => {
  const root = t.testdir({
    packages: { money: { src: { 'a.test.ts': '', 'a.ts': '' }, node_modules: { x: { 'b.test.ts': '' } } } },
    e2e: { 'story.test.ts': '' },
  })
  t.same(findTestFiles(root), { parallel: ['packages/money/src/a.test.ts'], serial: ['e2e/story.test.ts'] })
  t.same(findTestFiles(root, ['./e2e']), { parallel: [], serial: ['e2e/story.test.ts'] })
  t.same(findTestFiles(root, ['nothing']), { parallel: [], serial: [] })
})

t.test('the longest files come first, and are there', async (t) => {
  const { parallel, serial } = findTestFiles(projectRoot)
  t.same([...serial.slice(0, 1), ...parallel.slice(0, longest.length - 1)], longest)
  t.same(parallel.slice(longest.length - 1), parallel.slice(longest.length - 1).toSorted())
})

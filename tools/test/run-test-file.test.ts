import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { findTestFiles } from './find-test-files.ts'
import { runTestFile } from './run-test-file.ts'
import { report } from './tally.ts'

const projectRoot = join(import.meta.dirname, '..', '..')

/** Runs a planted test file. */
async function run(test: Pick<typeof t, 'teardown'>, text: string, timeoutMs = 20_000) {
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
  const { failures } = await run(t, text, 3000)
  t.match(failures, [{ text: /still running after 3 s/ }])
  const pid = Number(/pid=(\d+)/.exec(failures[0]?.text ?? '')?.[1])
  t.ok(pid > 0)
  const isThere = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  // An ended process stays in the list until the system has collected it.
  for (let tries = 0; isThere() && tries < 100; tries++) await delay(50)
  t.notOk(isThere(), 'the process that the test started is gone')
})

t.test('closes with the line that continuous integration reads', async (t) => {
  t.equal(report({ passed: 12, failures: [] }).trim(), '12 passed, 0 failed')
  const text = report({ passed: 1, failures: [{ where: 'here', text: 'a\nb' }] })
  t.equal(text, '\nFAILED here\n  a\n  b\n\n1 passed, 1 failed\n')
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

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { runTestProcess } from './run-test-process.ts'

const projectRoot = join(import.meta.dirname, '..', '..')
const fastCheck = createRequire(join(projectRoot, 'packages', 'money', 'package.json')).resolve('fast-check')
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TAP')))

/** Runs planted test files in one process. */
async function runAll(test: Pick<typeof t, 'teardown'>, texts: readonly string[], timeoutMs = 240_000) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'oms-planted-')))
  test.teardown(() => rmSync(root, { recursive: true, force: true }))
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  const files = texts.map((text, index) => {
    const file = index === 0 ? 'planted.test.ts' : `folder/planted-${index}.test.ts`
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), `import t from 'tap'\n${text}`)
    return file
  })
  return await runTestProcess({ root, files, timeoutMs, environment })
}

/** Runs one planted test file. */
async function run(test: Pick<typeof t, 'teardown'>, text: string, timeoutMs?: number) {
  const [result] = await runAll(test, [text], timeoutMs)
  if (result === undefined) throw new Error('No result.')
  return result
}

const property = "fc.property(fc.nat(), (n) => { if (n > 7) throw new Error('too many') })"

t.test(
  'given files that run to their end, when they run in one process, then what each has found is reported for it',
  async (t) => {
    const [counted, failing, empty, skipped, throwing, properties, loud] = await runAll(t, [
      "t.test('a', async (t) => { t.ok(true); t.equal(1, 1) })\nt.pass('b')",
      "console.error('a hint')\nt.test('adds', async (t) => { t.ok(1); t.same([1], [2], 'sum') })",
      '',
      "t.test('later', { skip: true }, async () => 1)",
      "t.test('throws', async () => { throw new Error('boom') })",
      `import fc from '${fastCheck}'
t.test('thrown', async () => fc.assert(${property}, { seed: 42 }))
t.test('caught', async (t) => t.doesNotThrow(() => fc.assert(${property}, { seed: 43 }), 'holds'))`,
      "for (let i = 0; i < 20; i++) process.stderr.write('x'.repeat(100_000))\nprocess.stderr.write('the end')\nt.fail('loud')",
    ])

    t.test('given a test file, when it runs, then every test point is counted', async (t) => {
      t.same({ passed: counted?.passed, failures: counted?.failures }, { passed: 3, failures: [] })
    })
    t.test('given a failing test, when it runs, then file, name and difference are reported', async (t) => {
      t.equal(failing?.passed, 1)
      t.equal(failing?.failures.length, 1)
      t.equal(failing?.failures[0]?.where, 'folder/planted-1.test.ts > adds > sum')
      t.match(failing?.failures[0]?.text, /-\s+2.*\+\s+1.*planted-1\.test\.ts:3.*a hint/s)
    })
    t.test('given a file that writes much without ends of lines, when it fails, then the last part is reported', async (t) => {
      t.match(loud?.failures, [{ text: /The output of the file:\nx+the end$/ }])
      t.ok(Number(loud?.failures[0]?.text.length) < 10_000)
    })
    t.test('given a file that runs no test, a skipped test or one that throws, when it runs, then it fails', async (t) => {
      t.match(empty?.failures, [{ where: 'folder/planted-2.test.ts', text: 'The file ran no test.' }])
      t.match(skipped?.failures, [{ text: /skipped/ }])
      t.match(throwing?.failures, [{ where: /throws > boom/ }])
    })
    t.test('given a property that does not hold, when it runs, then its seed and counterexample are reported', async (t) => {
      const [thrown, caught] = properties?.failures.map((failure) => `${failure.where}\n${failure.text}`) ?? []
      t.match(thrown, /thrown.*seed: 42.*Counterexample: \[8\].*planted-5\.test\.ts:3/s)
      t.match(caught, /caught.*seed: 43.*Counterexample: \[8\].*planted-5\.test\.ts:4/s)
    })
  },
)

t.test('given a file that runs no test or exits, when it runs alone, then it fails whatever the exit code', async (t) => {
  t.match((await run(t, '')).failures, [{ where: 'planted.test.ts', text: 'The file ran no test.' }])
  t.match((await run(t, 'process.exit(0)')).failures, [{ where: /^planted\.test\.ts/ }])
  t.match((await run(t, "t.pass('one')\nprocess.exit(0)")).failures, [{ where: /^planted\.test\.ts/ }])
})

t.test('given an error while a file ends, when it runs, then the error and its cause are reported for that file', async (t) => {
  const fail = "setImmediate(() => { throw new Error('late', { cause: new Error('the reason') }) })"
  const text = `t.teardown(async () => { ${fail}; await new Promise((done) => setTimeout(done, 20)) })\nt.test('a', async (t) => t.ok(1))`
  const [first, second] = await runAll(t, [text, "t.test('b', async (t) => t.ok(1))"])
  t.match(first?.failures.find(({ where }) => where === 'late')?.text, /cause: the reason/)
  t.match(second, { passed: 1, failures: { length: 0 } })
})

t.test('given a test that tests nothing or whose results cannot be read, when it runs, then it fails', async (t) => {
  const unreadable = JSON.stringify('a line separator: \u2028 and more')
  for (const body of ['', `t.ok(1, ${unreadable})`]) {
    const { failures } = await run(
      t,
      `t.test('a', async (t) => {\n  await t.test('b', async (t) => {${body}})\n})\nt.pass('after')`,
    )
    t.match(failures, [{ where: 'planted.test.ts > a > b', text: /tested nothing/ }])
  }
})

t.test('given a broken or unparsable test, when it runs, then it fails', async (t) => {
  t.match((await run(t, "t.pass('one')\nprocess.exit(3)")).failures, [{ where: /^planted\.test\.ts/ }])
  t.match((await run(t, 'const a: = 1')).failures, [{ where: /^planted\.test\.ts/, text: /Unexpected|Expression expected/ }])
  t.match((await run(t, "t.pass('one')\nprocess.kill(process.pid, 'SIGKILL')")).failures, [{ text: /ended by SIGKILL/ }])
})

t.test('given several files, when they run in one process, then each has its own results, hooks and teardowns', async (t) => {
  const [first, second, third] = await runAll(t, [
    "globalThis.ended = []\nt.beforeEach((t) => t.pass('hook'))\nt.teardown(() => globalThis.ended.push('first'))\nt.test('a', async (t) => t.ok(1))",
    "t.same(globalThis.ended, ['first'])\nt.test('b', async (t) => t.equal(1, 2, 'two'))",
    "t.test('c', async (t) => t.ok(1))",
  ])
  t.match(first, { file: 'planted.test.ts', passed: 2, failures: { length: 0 } })
  t.match(second, { file: 'folder/planted-1.test.ts', passed: 1 })
  t.match(
    second?.failures.map(({ where }) => where),
    ['folder/planted-1.test.ts > b > two'],
  )
  t.match(third, { file: 'folder/planted-2.test.ts', passed: 1, failures: { length: 0 } })
  t.ok(Number(third?.wallMs) > 0)
})

t.test('given several files, when one ends the process, then those after it fail', async (t) => {
  const [first, second, third] = await runAll(t, ["t.pass('one')", 'process.exit(5)', "t.pass('three')"])
  t.match(first, { passed: 1, failures: { length: 0 } })
  t.ok(second?.failures.length === 1)
  t.match(third?.failures, [{ text: /did not begin/ }])
})

t.test('given a file that leaves something open, when its tests have ended, then the process fails', async (t) => {
  const [result] = await runAll(t, ["t.pass('one')\nsetInterval(() => 1, 1_000)"], 5_000)
  t.match(result?.failures, [{ text: /still running/ }])
})

t.test('given a file that does not end, when its time is over, then it is ended with what it started', async (t) => {
  const child = "spawn(process.execPath, ['-e', 'setInterval(() => 1, 1000)'])"
  const text = `import { spawn } from 'node:child_process'
const { pid } = ${child}
t.test('hangs', async (t) => {
  t.pass('pid ' + pid)
  console.error('pid=' + pid)
  await new Promise((resolve) => setTimeout(resolve, 100_000))
})`
  // How long it takes to begin depends on the machine.
  let [shown, limitMs] = ['', 1_500]
  while (!/pid=\d+/.test(shown)) {
    limitMs *= 2
    shown = (await run(t, text, limitMs)).failures[0]?.text ?? ''
  }
  t.match(shown, new RegExp(`still running after ${limitMs / 1000} s`))
  t.match(shown, /The last result that it reported: planted\.test\.ts > hangs > pid/)
  const pid = Number(/pid=(\d+)/.exec(shown)?.[1])
  const isThere = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  // An ended process stays in the list until the system has collected it.
  while (isThere()) await delay(50)
  t.pass('the process that the test started has ended')
})

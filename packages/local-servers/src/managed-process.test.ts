import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { startProcess } from './managed-process.ts'

type Tap = Pick<typeof t, 'teardown'>

async function startShell(test: Tap, script: string) {
  const lines: string[] = []
  const started = await startProcess({
    name: 'shell',
    command: 'sh',
    args: ['-c', script],
    environment: process.env,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 300,
    orphanDelaySeconds: 0,
    onLine: (line) => lines.push(line),
  })
  test.teardown(started.stop)
  return { started, lines }
}

t.test('given a last line without a line break, when the process ends, then the line is reported before the end', async (t) => {
  const { started, lines } = await startShell(t, 'seq 1 20000; printf "the last words"; exit 3')
  t.same(await started.exited, { code: 3, signal: null })
  t.equal(lines.length, 20_001)
  t.equal(lines.at(-1), 'the last words')
  t.notOk(started.isRunning())
})

t.test('given a child that keeps the output open, when the process ends, then the end is reported', async (t) => {
  const { started, lines } = await startShell(t, 'sleep 3600 & echo $!; exit 0')
  t.teardown(() => process.kill(Number(lines[0]), 'SIGKILL'))
  t.same(await started.exited, { code: 0, signal: null })
})

t.test('given a process that ignores its stop signal, when it is stopped, then it is killed', async (t) => {
  const { started, lines } = await startShell(t, 'trap "" TERM; echo up; while :; do sleep 0.05; done')
  // Until then the signal would still end it.
  while (!lines.includes('up')) await delay(10)
  await started.stop()
  t.same(await started.exited, { code: null, signal: 'SIGKILL' })
})

t.test('given a program that does not exist, when it is started, then the start is refused', async (t) => {
  const plan = { name: 'none', command: '/nowhere/program', args: [], environment: {}, onLine: () => undefined }
  const start = startProcess({ ...plan, stopSignal: 'SIGTERM', stopTimeoutMs: 100, orphanDelaySeconds: 0 })
  await t.rejects(start, { code: 'ENOENT' })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text as textOf } from 'node:stream/consumers'
import { mock } from 'node:test'
import t from 'tap'
import { gatheredOutput } from './log-output.ts'
import { createLogger } from './logger.ts'

/** A log and the writes to it, each with its records. */
function watchedLog(test: Pick<typeof t, 'teardown'>) {
  mock.timers.enable({ apis: ['setTimeout'] })
  test.teardown(() => mock.timers.reset())
  const writes: string[] = []
  const log = createLogger(
    { service: 'test', level: 'info' },
    gatheredOutput((text) => writes.push(text)),
  )
  return { log, writes: () => writes.map(parseMessages) }
}

function parseMessages(text: string): unknown[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
}

t.test('given a quiet moment, when a record is logged, then it is written immediately', async (t) => {
  const { log, writes } = watchedLog(t)
  log.info('first')
  t.same(writes(), [['first']])
  mock.timers.tick(50)
  log.info('second')
  t.same(writes(), [['first'], ['second']])
})

t.test('given records in quick succession, when they are logged, then they are written together', async (t) => {
  const { log, writes } = watchedLog(t)
  for (const message of ['first', 'second', 'third']) log.info(message)
  t.same(writes(), [['first']])
  mock.timers.tick(50)
  t.same(writes(), [['first'], ['second', 'third']])
  log.info('fourth')
  t.same(writes(), [['first'], ['second', 'third']], 'as long as there are any, they are gathered')
  mock.timers.tick(50)
  t.same(writes(), [['first'], ['second', 'third'], ['fourth']])
})

t.test('given buffered records, when an error is logged, then it is written immediately after them', async (t) => {
  const { log, writes } = watchedLog(t)
  for (const message of ['first', 'second', 'third']) log.info(message)
  log.child({ part: 'one' }).error('failed')
  t.same(writes(), [['first'], ['second', 'third', 'failed']])
})

t.test('given many long records, when they are logged, then the buffer is flushed before the last', async (t) => {
  const { log, writes } = watchedLog(t)
  for (let count = 0; count < 9; count++) log.info('x'.repeat(10_000))
  t.same(
    writes().map((records) => records.length),
    [1, 7],
  )
})

/** The log and the exit code of a process whose program ends with these lines. */
async function runAndReadLog(end: string): Promise<{ messages: unknown[]; exit: unknown[] }> {
  const program = `
    import { createLogger } from '${new URL('./logger.ts', import.meta.url)}'
    const log = createLogger({ service: 'test', level: 'info' })
    for (const message of ['first', 'second', 'third']) log.info(message)
    ${end}`
  const child = spawn(process.execPath, ['--conditions=development', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [text, exit] = await Promise.all([textOf(child.stdout), once(child, 'exit')])
  return { messages: parseMessages(text), exit }
}

for (const [how, end, exit] of [
  ['ends', '', [0, null]],
  ['exits', 'process.exit(3)', [3, null]],
  ['fails', `setImmediate(() => { throw new Error('nobody catches it') })`, [1, null]],
  [
    'stops at a signal',
    `process.on('SIGTERM', () => process.exit(143)); setInterval(() => undefined, 1000); process.kill(process.pid, 'SIGTERM')`,
    [143, null],
  ],
] as const)
  t.test(`given buffered records, when the process ${how}, then all of them are written`, async (t) => {
    t.same(await runAndReadLog(end), { messages: ['first', 'second', 'third'], exit })
  })

t.test('given an error in the log, when the process is killed immediately, then it and all before it are written', async (t) => {
  const { messages, exit } = await runAndReadLog(`log.error('failed'); process.kill(process.pid, 'SIGKILL')`)
  t.same(exit, [null, 'SIGKILL'])
  t.same(messages, ['first', 'second', 'third', 'failed'])
})

t.test('given a slow reader, when much is logged, then nothing is lost', async (t) => {
  const { messages } = await runAndReadLog(`for (let count = 0; count < 3000; count++) log.info('x'.repeat(1000))`)
  t.equal(messages.length, 3_003)
})

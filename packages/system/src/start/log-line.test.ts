import t from 'tap'
import { isWorthShowing, readableLine } from './log-line.ts'
import { explainExit } from './service-process.ts'

const plain = { isColoured: false, sources: ['gateway'] }
const line = (record: object) => JSON.stringify({ time: Date.UTC(2026, 0, 2, 3, 4, 5, 6), pid: 1, ...record })

t.test('given a structured line, when it is shown, then it has source, time, level, message and details', async (t) => {
  const text = readableLine('gateway', line({ level: 30, msg: 'request completed', status: 200, url: '/api/Orders' }), plain)
  t.equal(text, 'gateway         | 03:04:05.006 info  request completed status=200 url=/api/Orders')
  t.match(
    readableLine('gateway', line({ level: 50, msg: 'failed', err: { stack: 'Error: no\n at x' } }), plain),
    /failed\n {2}Error: no\n {3}at x/,
  )
  t.equal(
    readableLine('gateway', line({ level: 'warn', msg: 'slow' }), plain),
    'gateway         | 03:04:05.006 warn  slow',
    'the level by its name, as the services write it',
  )
  t.equal(readableLine('gateway', 'plain text', plain), 'gateway         | plain text')
  const coloured = readableLine('gateway', 'x', { ...plain, isColoured: true })
  t.ok(coloured.startsWith('\u001b[36mgateway'), 'coloured on request only')
})

t.test('given lines of several sources, when they are filtered, then only what matters of each is shown', async (t) => {
  t.notOk(isWorthShowing('gateway', line({ level: 30 }), false), 'the steps are what is seen until all is ready')
  t.ok(isWorthShowing('gateway', line({ level: 30 }), true))
  t.ok(isWorthShowing('gateway', line({ level: 40 }), false))
  t.ok(isWorthShowing('gateway', line({ level: 'warn' }), false))
  const warning = line({ level: 40, msg: 'The configuration has a warning. x.json: y' })
  t.notOk(isWorthShowing('gateway', warning, false), 'how many there are is said in the end')
  t.ok(isWorthShowing('gateway', warning, true), 'after a reload')
  t.notOk(isWorthShowing('gateway', line({ level: 'info' }), false))
  t.ok(isWorthShowing('gateway', 'a stack trace', false))
  t.notOk(isWorthShowing('postgres', 'LOG:  checkpoint starting', true))
  t.ok(isWorthShowing('postgres', '[1] FATAL:  out of space', true))
  t.ok(isWorthShowing('nats', '[7] [ERR] JetStream out of storage', true))
})

t.test('given the end of a program, when it is explained, then its own words are used', async (t) => {
  const exit = { code: 1, signal: null }
  t.equal(explainExit(exit, [line({ level: 30, msg: 'hello' }), line({ level: 60, msg: 'PORT is missing' })]), 'PORT is missing')
  const written = [line({ level: 'info', msg: 'hello' }), line({ level: 'fatal', msg: 'order-types.json is wrong' })]
  t.equal(explainExit(exit, written), 'order-types.json is wrong')
  const error = line({ level: 60, msg: 'cannot start', err: { message: 'no key' } })
  t.equal(explainExit(exit, [error, line({ level: 30, msg: 'bye' })]), 'cannot start: no key')
  t.equal(explainExit(exit, ['at x', 'TypeError: no', '  at y']), 'TypeError: no')
  t.match(explainExit({ code: null, signal: 'SIGKILL' }, []), /ended by SIGKILL and wrote nothing/)
  t.match(explainExit(exit, [line({ level: 'info', msg: 'the last' })]), /exit code 1\..*the last/s)
  t.match(explainExit(exit, ['one', 'two']), /exit code 1\.\n {2}one\n {2}two/)
})

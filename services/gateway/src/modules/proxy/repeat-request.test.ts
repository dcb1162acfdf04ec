import t from 'tap'
import { type Attempts, pauseBeforeRepeat } from './repeat-request.ts'

const attempts = (fields: Partial<Attempts> = {}): Attempts => ({
  isWhole: true,
  isSafe: false,
  refused: 0,
  broken: 0,
  ...fields,
})
const failed = (code: string) => Object.assign(new Error(code), { code })

t.test('given a refused connection, then any request is repeated with growing pauses, for two seconds', async (t) => {
  const write = attempts()
  const pauses = Array.from({ length: 6 }, () => pauseBeforeRepeat(write, failed('ECONNREFUSED')))
  t.same(pauses, [0, 100, 300, 600, 1_000, null])
})

t.test('given a name with several addresses, then all must have refused', async (t) => {
  const all = (...codes: string[]) => new AggregateError(codes.map(failed), 'every address failed')
  t.equal(pauseBeforeRepeat(attempts(), all('ECONNREFUSED', 'EHOSTUNREACH')), 0)
  t.equal(pauseBeforeRepeat(attempts(), all('ECONNREFUSED', 'ECONNRESET')), null)
})

t.test('given a closed connection, then only what is safe is repeated, once', async (t) => {
  const read = attempts({ isSafe: true })
  t.equal(pauseBeforeRepeat(read, failed('UND_ERR_SOCKET')), 0)
  t.equal(pauseBeforeRepeat(read, failed('ECONNRESET')), null)
  t.equal(pauseBeforeRepeat(attempts(), failed('ECONNRESET')), null)
})

t.test('given a body that is spent, or another failure, then nothing is repeated', async (t) => {
  t.equal(pauseBeforeRepeat(attempts({ isWhole: false, isSafe: true }), failed('ECONNREFUSED')), null)
  t.equal(pauseBeforeRepeat(attempts({ isSafe: true }), failed('UND_ERR_HEADERS_TIMEOUT')), null)
})

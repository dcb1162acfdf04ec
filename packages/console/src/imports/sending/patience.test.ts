import { ConnectionError } from '@open-oms/client/errors'
import t from 'tap'
import { createPatience } from './patience.ts'

/** A request whose responses the test gives. */
function request() {
  const waiting: ((error: Error | null) => void)[] = []
  const send = () => new Promise<string>((resolve, reject) => waiting.push((error) => (error ? reject(error) : resolve('done'))))
  const respond = async (error: Error | null) => {
    waiting.shift()?.(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { send, respond }
}

t.test(
  'given requests that wait for a connection, when one of them succeeds, then the others are still said to wait',
  async (t) => {
    const said: string[] = []
    let isStopped = false
    const patiently = createPatience({
      onWait: (until) => said.push(until === null ? 'none waits' : 'waits'),
      isStopped: () => isStopped,
    })
    const [broken, good] = [request(), request()]
    const failure = new ConnectionError('no response')
    const sending = patiently(broken.send)
    const others = patiently(good.send)
    await broken.respond(failure)
    await good.respond(null)
    t.equal(await others, 'done')
    t.same(said, ['waits'])
    isStopped = true
    await t.rejects(sending, failure, 'a stop ends the pause')
    t.same(said, ['waits', 'none waits'])
  },
)

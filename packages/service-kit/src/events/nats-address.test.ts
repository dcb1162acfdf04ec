import { inspect } from 'node:util'
import t from 'tap'
import { natsAddress, parseServers } from './nats-address.ts'

const log = { error: () => undefined }

t.test('given an address that cannot be read, when it is used, then the error has nothing of it', async (t) => {
  for (const url of [
    'nats://oms:hunter2/x@nats',
    'nats://one,nats://oms:hunter2#x@two',
    'nats://oms:hunter2%ff@nats',
    'hunter2',
  ]) {
    const use = { environment: () => natsAddress({ NATS_URL: url }, log), address: () => parseServers({ url }) }
    t.throws(use.environment, { message: /^NATS_URL cannot be used/ })
    for (const work of Object.values(use)) {
      try {
        work()
      } catch (error) {
        t.notMatch(inspect(error), 'hunter2')
      }
    }
  }
})

t.test(
  'given a file of a certificate that cannot be read, when the environment is read, then it is refused by its variable',
  (t) => {
    for (const variable of ['NATS_TLS_CA_FILE', 'NATS_TLS_CERT_FILE', 'NATS_TLS_KEY_FILE']) {
      const environment = { NATS_URL: 'tls://nats', [variable]: '/nowhere/hunter2.pem' }
      t.throws(() => natsAddress(environment, log), { message: `${variable} names a file that cannot be read (ENOENT)` })
    }
    t.equal(
      natsAddress({ NATS_URL: 'tls://nats', NATS_TLS_KEY_FILE: import.meta.filename }, log).tls?.keyFile,
      import.meta.filename,
    )
    t.end()
  },
)

t.test('given several addresses, when they are used, then name and password are those of the first', async (t) => {
  const { servers, authenticator } = parseServers(natsAddress({ NATS_URL: 'nats://oms:a%2Fb@one:4222, nats://two:4223' }, log))
  t.same(servers, ['one:4222', 'two:4223'])
  t.same(authenticator?.(), { user: 'oms', pass: 'a/b' })
})

t.test('given a user beside the address, when both are used, then the variables go before the address', async (t) => {
  const both = { NATS_URL: 'nats://first:one@host:4222', NATS_USER: 'second', NATS_PASSWORD: 'two' }
  t.same(parseServers(natsAddress(both, log)).authenticator?.(), { user: 'second', pass: 'two' })
})

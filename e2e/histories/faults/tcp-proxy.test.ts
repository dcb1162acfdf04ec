import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import t, { type Test } from 'tap'
import { startTcpProxy } from './tcp-proxy.ts'

/** A server that sends back what it gets, behind a proxy. */
async function echoBehindProxy(t: Test) {
  const server = createServer((socket) => void socket.on('error', () => socket.destroy()).pipe(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy = await startTcpProxy((server.address() as { port: number }).port)
  t.teardown(async () => {
    await proxy.stop()
    await new Promise((resolve) => server.close(resolve))
  })
  const open = () => connect({ port: proxy.port, host: '127.0.0.1' }).on('error', () => undefined)
  return { proxy, open }
}

t.test('given a connection through the proxy, then what is sent comes back', async (t) => {
  const { open, proxy } = await echoBehindProxy(t)
  const socket = open()
  socket.write('four')
  t.equal(String((await once(socket, 'data'))[0]), 'four')
  const end = proxy.trouble({ kind: 'delayed', delayMs: 20 })
  socket.write('late')
  t.equal(String((await once(socket, 'data'))[0]), 'late', 'delayed, and in its order')
  end()
  socket.destroy()
})

t.test('given a cut, then connections end, and new ones are refused until it is over', async (t) => {
  const { open, proxy } = await echoBehindProxy(t)
  const socket = open()
  socket.write('four')
  await once(socket, 'data')
  const end = proxy.trouble({ kind: 'cut' })
  await once(socket, 'close')
  await once(open(), 'close')
  end()
  const again = open()
  again.write('more')
  t.equal(String((await once(again, 'data'))[0]), 'more')
  again.destroy()
})

t.test('given a slow connection, then it carries all, but not before others carry theirs', async (t) => {
  const [slow, other] = [await echoBehindProxy(t), await echoBehindProxy(t)]
  const socket = slow.open()
  await once(socket, 'connect')
  slow.proxy.trouble({ kind: 'slow', bytesPerSecond: 1_000_000 })
  socket.write('x'.repeat(1_000))
  let got = ''
  while (got.length < 1_000) got += String((await once(socket, 'data'))[0])
  slow.proxy.trouble({ kind: 'slow', bytesPerSecond: 0.01 })
  socket.on('data', (chunk) => (got += chunk))
  socket.write('late')
  const quick = other.open()
  quick.write('quick')
  t.equal(String((await once(quick, 'data'))[0]), 'quick')
  t.equal(got.length, 1_000)
  for (const each of [socket, quick]) each.destroy()
})

t.test('given a halved connection, then a half arrives and it ends', async (t) => {
  const { open, proxy } = await echoBehindProxy(t)
  const socket = open()
  await once(socket, 'connect')
  let got = ''
  socket.on('data', (chunk) => (got += chunk))
  proxy.trouble({ kind: 'halved' })
  socket.write('12345678')
  await once(socket, 'close')
  t.ok(got.length < 8)
})

t.test('given a connection that is dead in one direction, then nothing comes, and it ends afterwards', async (t) => {
  const { open, proxy } = await echoBehindProxy(t)
  const socket = open()
  await once(socket, 'connect')
  const end = proxy.trouble({ kind: 'one-way', direction: 'down' })
  let got = ''
  socket.on('data', (chunk) => (got += chunk))
  socket.write('lost')
  const other = open()
  await once(other, 'connect')
  end()
  await once(socket, 'close')
  t.equal(got, '')
  other.destroy()
})

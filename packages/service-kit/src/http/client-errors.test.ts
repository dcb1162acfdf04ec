import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import t from 'tap'
import { testServer } from '../testing/test-server.ts'

// Found in a review: the refusal was written into a response that was already being sent, and the
// client took it for a part of it.
t.test('given a started response, when unreadable bytes follow the request, then no second response is written', async (t) => {
  const { app } = await testServer(t)
  app.get('/long', (_request, reply) => {
    const response = new PassThrough()
    response.write('the beginning')
    return reply.send(response)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n')
  let text = ''
  socket.on('data', (piece) => {
    text += piece
    if (text.endsWith('the beginning\r\n')) socket.write('NONSENSE\r\n\r\n')
  })
  await new Promise((resolve) => socket.once('close', resolve))
  t.match(text, /^HTTP\/1\.1 200 .*the beginning/s)
  t.notMatch(text, /HTTP\/1\.1 400/)
})

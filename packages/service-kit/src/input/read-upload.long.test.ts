import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Text } from '@open-oms/contracts/primitives'
import { BODY_LIMIT_UPLOAD, defineRoute, FILE_BYTES_MAX, MEBIBYTE } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import type { ServerOptions } from '../server/build-server.ts'
import { register } from '../server/register-route.ts'
import { testDatabase } from '../testing/test-database.ts'
import { formBytes, formHeaders } from '../testing/test-form.ts'
import { testServer } from '../testing/test-server.ts'

const addFile = defineRoute({
  method: 'POST',
  url: '/api/Things/:id/File',
  operationId: 'addFile',
  summary: 'Takes a file.',
  tags: ['Things'],
  access: ['OrderAdmin'],
  params: Type.Object({ id: Text }),
  query: Type.Object({ note: Type.Optional(Text) }),
  takesFile: true,
  bodyLimit: BODY_LIMIT_UPLOAD,
  responses: {
    200: Type.Object({ length: Type.Integer(), sha256: Text, fileName: Type.Union([Text, Type.Null()]), read: Text }),
  },
})

const noDatabase = { inTransaction: () => Promise.reject(new Error('There is none.')) }

async function uploads(t: Test, options: Partial<ServerOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'oms-upload-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const made = await testServer(t, { uploadFolder: folder, ...options })
  let calls = 0
  register(made.app, noDatabase, addFile, async (_deps, { file: { path, length, sha256, fileName } }) => {
    calls += 1
    const content = await readFile(path)
    return { body: { length, sha256, fileName, read: createHash('sha256').update(content).digest('hex') } }
  })
  const post = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/octet-stream' }) =>
    made.send({ method: 'POST', url: '/api/Things/7/File', body, headers })
  return { ...made, post, calls: () => calls, leftOvers: () => readdir(folder) }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const form = (...parts: Parameters<typeof formBytes>[0]) => formBytes(parts)

t.test('given a body of raw bytes, then they are the file, and it is removed after the response', async (t) => {
  const { post, leftOvers } = await uploads(t)
  const content = Buffer.from([0, 1, 2, 255, 254, 13, 10])
  t.match(await post(content), {
    status: 200,
    body: { length: 7, sha256: sha256(content), read: sha256(content), fileName: null },
  })
  t.match(await post(content, {}), { status: 200 }, 'without a content type too')
  t.match(await post(content, { 'content-type': 'Application/Octet-Stream; x=y' }), { status: 200 })
  t.same(await leftOvers(), [])
})

t.test('given JSON sent as bytes, when it is uploaded, then it is a file like any other', async (t) => {
  const { post } = await uploads(t)
  t.match(await post('{"a":'), { status: 200, body: { length: 5 } })
})

t.test('given a form with other parts around "file", then the part "file" is the file', async (t) => {
  const { post, leftOvers } = await uploads(t)
  const content = Buffer.from('\r\n--not-the-boundary\r\n\0\xff')
  const parts = [
    { name: 'before', content: 'x'.repeat(100_000) },
    { name: 'File', fileName: '../æ/b c.png', type: 'image/png', content },
    { name: 'other', fileName: 'other.bin', content: Buffer.alloc(70_000) },
  ]
  t.match(await post(form(...parts), formHeaders()), {
    status: 200,
    body: { length: content.length, sha256: sha256(content), fileName: '../æ/b c.png' },
  })
  t.match(await post(form({ name: 'file', content: 'text' }), formHeaders()), {
    status: 200,
    body: { length: 4, fileName: null },
  })
  t.same(await leftOvers(), [])
})

t.test('given parts beside the file, when a form is uploaded, then they are dropped, at most a hundred of them', async (t) => {
  const { post, leftOvers } = await uploads(t)
  const file = { name: 'file', fileName: 'a', content: 'x' }
  const beside: Record<string, Parameters<typeof formBytes>[0]> = {
    'JSON that is none': [{ name: 'meta', type: 'application/json', content: '{"a":' }],
    'a name that every object has': [{ name: 'constructor', content: 'x' }],
    'no name': [{ name: '', content: 'x' }],
    'very many': Array.from({ length: 120 }, (_, index) => ({ name: `p${index}`, fileName: 'b', content: 'y' })),
  }
  for (const [title, parts] of Object.entries(beside))
    t.match(await post(form(file, ...parts), formHeaders()), { status: 200, body: { length: 1 } }, title)
  t.match(await post(form(...(beside['very many'] ?? []), file), formHeaders()), { status: 400 }, 'a file after a hundred others')
  t.same(await leftOvers(), [])
})

t.test('given no file, an empty one or two, when they are uploaded, then it is 400', async (t) => {
  const { post, calls, leftOvers } = await uploads(t)
  const refused = { status: 400, body: { error: 'ValidationFailed', errors: { file: [String] } } }
  t.match(await post(undefined), refused, 'no body')
  t.match(await post(undefined, {}), refused, 'nothing at all')
  t.match(await post(undefined, { 'content-type': 'application/json' }), refused, 'no body, as JSON')
  t.match(await post('', { 'content-type': 'application/octet-stream', 'content-length': '0' }), refused, 'an empty body')
  t.match(await post(form({ name: 'photo', fileName: 'a.png', content: 'x' }), formHeaders()), refused, 'no such part')
  t.match(await post(form(), formHeaders()), { status: 400 }, 'no part')
  t.match(await post(form({ name: 'file', fileName: 'a', content: '' }), formHeaders()), refused, 'an empty file')
  const part = { name: 'file', fileName: 'a', content: Buffer.alloc(200_000) }
  t.match(await post(form(part, part), formHeaders()), refused, 'two files')
  t.equal(calls(), 0)
  t.same(await leftOvers(), [])
})

t.test('given a body that is no form or ends early, when it is uploaded, then it is 400 and nothing is left', async (t) => {
  const { post, calls, leftOvers } = await uploads(t)
  const part = { name: 'file', fileName: 'a.bin', content: Buffer.alloc(200_000) }
  const cases: Record<string, [Buffer | string, Record<string, string>]> = {
    'no boundary': [form(part), { 'content-type': 'multipart/form-data' }],
    'another boundary': [form(part), formHeaders('something-else')],
    'no form at all': ['{"file":"x"}', formHeaders()],
    'no end': [formBytes([part], { end: '' }), formHeaders()],
    'ends in the file': [form(part).subarray(0, 100_000), formHeaders()],
    'ends in a head': [form(part).subarray(0, 40), formHeaders()],
    'a head without an end': [
      Buffer.concat([Buffer.from('--test-form-boundary\r\nX: '), Buffer.alloc(100_000, 'x')]),
      formHeaders(),
    ],
  }
  for (const [title, [body, headers]] of Object.entries(cases))
    t.match(
      await post(body, headers),
      { status: 400, body: { error: 'ValidationFailed', errors: { '': [/not a complete/] } } },
      title,
    )
  t.equal(calls(), 0)
  t.same(await leftOvers(), [])
})

t.test('given another content type, when a file is uploaded, then it is 415', async (t) => {
  const { post, calls } = await uploads(t)
  const refused = { status: 415, body: { error: 'UnsupportedMediaType' } }
  const types = [
    'application/json',
    'image/png',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/mixed; boundary=x',
  ]
  for (const type of types) t.match(await post('{"a":1}', { 'content-type': type }), refused, type)
  t.match(await post('x', { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' }), refused)
  t.match(await post('x', { 'content-type': 'application/octet-stream', 'content-encoding': 'identity' }), { status: 200 })
  t.equal(calls(), 1)
})

t.test('given a file of 25 MiB, when it is uploaded in either form, then it is accepted, and a byte more is 413', async (t) => {
  const { post, calls, leftOvers } = await uploads(t)
  const content = Buffer.alloc(FILE_BYTES_MAX, 'x')
  t.match(await post(content), { status: 200, body: { length: FILE_BYTES_MAX, sha256: sha256(content) } })
  t.match(await post(form({ name: 'file', fileName: 'a', content }), formHeaders()), {
    status: 200,
    body: { length: FILE_BYTES_MAX },
  })
  const longer = Buffer.concat([content, Buffer.from('y')])
  const refused = { status: 413, body: { error: 'PayloadTooLarge' } }
  t.match(await post(longer), refused)
  t.match(await post(form({ name: 'file', fileName: 'a', content: longer }), formHeaders()), refused)
  const around = form({ name: 'note', content: Buffer.alloc(26 * MEBIBYTE) }, { name: 'file', fileName: 'a', content: 'x' })
  t.match(await post(around, formHeaders()), refused, 'the parts beside the file count')
  t.equal(calls(), 2)
  t.same(await leftOvers(), [])
})

t.test('given a listening server, when uploads are refused or broken off, then nothing is left behind', async (t) => {
  const { app, issuer, leftOvers, calls } = await uploads(t)
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const authorization = `Bearer ${await issuer.token({})}`
  const open = (headers: Record<string, string | number>, onResponse: (response: IncomingMessage) => void) => {
    const request = httpRequest(new URL('/api/Things/7/File', address), {
      method: 'POST',
      headers: { authorization, ...headers },
    })
    return request.on('response', onResponse).on('error', () => undefined)
  }
  const responseTo = (
    headers: Record<string, string | number>,
    send: (upload: ReturnType<typeof open>) => Promise<void> | void,
  ) =>
    new Promise<number | undefined>((resolve) => {
      const upload = open(headers, (response) => {
        upload.destroy()
        resolve(response.statusCode)
      })
      void send(upload)
    })
  const endlessly = (upload: ReturnType<typeof open>) => {
    const write = () => {
      while (!upload.destroyed && upload.write(Buffer.alloc(MEBIBYTE)));
    }
    upload.on('drain', write)
    write()
  }

  t.equal(
    await responseTo({ 'transfer-encoding': 'chunked' }, (upload) => void upload.end('in pieces')),
    200,
    'a body without a length',
  )
  t.equal(await responseTo({ 'transfer-encoding': 'chunked' }, (upload) => void upload.end()), 400, 'an empty one')
  t.equal(
    await responseTo({ 'transfer-encoding': 'chunked', ...formHeaders() }, (upload) => void upload.end()),
    400,
    'an empty form',
  )
  t.equal(await responseTo({ 'transfer-encoding': 'chunked' }, endlessly), 413, 'the response comes while the client still sends')
  t.equal(
    await responseTo({ 'content-length': 200 * MEBIBYTE }, (upload) => upload.flushHeaders()),
    413,
    'before a byte of it, where the length is known',
  )
  t.equal(await responseTo({ 'content-length': 10, authorization: 'Bearer nothing' }, (upload) => upload.flushHeaders()), 401)
  t.same(await leftOvers(), [])

  const before = calls()
  for (const headers of [{ 'content-length': 1_000 }, { 'transfer-encoding': 'chunked', ...formHeaders() }]) {
    const upload = open(headers, () => undefined)
    upload.write(form({ name: 'file', fileName: 'a', content: Buffer.alloc(100_000) }).subarray(0, 900))
    while ((await leftOvers()).length === 0) await wait(10)
    upload.destroy()
    while ((await leftOvers()).length > 0) await wait(10)
  }
  t.equal(calls(), before, 'a client that disconnects leaves nothing behind')
})

t.test('given a refused upload, when its connection is used again, then the rest of the body is dropped', async (t) => {
  const { app, issuer } = await uploads(t)
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const authorization = `Bearer ${await issuer.token({})}`
  const large = Array.from({ length: 30 }, () => Buffer.alloc(MEBIBYTE))
  const openForm = formBytes([{ name: 'x', content: '' }], { end: '' })
  const bodies: [string, Buffer[]][] = [
    ['image/png', large],
    ['application/octet-stream', large],
    [formHeaders()['content-type'], [openForm, ...large]],
    ['application/octet-stream', [Buffer.from('x')]],
  ]
  const socket = connect(Number(port), hostname)
  let responses = ''
  socket.on('data', (piece) => {
    responses += piece
  })
  for (const [type, pieces] of bodies) {
    socket.write(`POST /api/Things/7/File HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\n`)
    socket.write('Transfer-Encoding: chunked\r\n\r\n')
    for (const piece of pieces) {
      socket.write(`${piece.length.toString(16)}\r\n`)
      socket.write(piece)
      if (!socket.write('\r\n')) await once(socket, 'drain')
    }
    socket.write('0\r\n\r\n')
  }
  const statuses = () => Array.from(responses.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status)
  while (statuses().length < bodies.length) await wait(20)
  t.same(statuses(), ['415', '413', '413', '200'])
  socket.destroy()
})

t.test('given an upload with an idempotency key, when the file comes in another form, then it is the same request', async (t) => {
  const database = await testDatabase(t)
  const { app, send, calls, leftOvers } = await uploads(t, { database })
  let effects = 0
  register(
    app,
    { inTransaction: database.inTransaction },
    { ...addFile, url: '/api/Keyed/:id', operationId: 'keyed' },
    async (_deps, { file }) => {
      effects += 1
      const { length, sha256, fileName } = file
      return { body: { length, sha256, fileName, read: '' } }
    },
  )
  const post = (body: Buffer, headers: Record<string, string>, url = '/api/Keyed/7') =>
    send({ method: 'POST', url, body, headers: { 'idempotency-key': 'k', ...headers } })
  const bytes = { 'content-type': 'application/octet-stream' }
  const content = Buffer.from('the file')
  t.match(await post(content, bytes), { status: 200, headers: { 'idempotent-replayed': undefined } })
  t.match(await post(content, bytes), { status: 200, body: { length: 8 }, headers: { 'idempotent-replayed': 'true' } })
  t.match(
    await post(form({ name: 'file', content }), formHeaders()),
    { status: 200, headers: { 'idempotent-replayed': 'true' } },
    'in a form without a name',
  )
  const reused = { status: 422, body: { error: 'IdempotencyKeyReused' } }
  t.match(await post(Buffer.from('the filf'), bytes), reused, 'another byte')
  t.match(await post(form({ name: 'file', fileName: 'a', content }), formHeaders()), reused, 'another name')
  t.match(await post(content, bytes, '/api/Keyed/7?note=x'), reused, 'another query')
  t.match(await post(Buffer.alloc(0), bytes), { status: 400 }, 'what is refused before is no use of the key')
  t.equal(effects, 1)
  t.equal(calls(), 0)
  t.same(await leftOvers(), [])
})

t.test('given an uploaded file, when its handler fails, then no file is left behind', async (t) => {
  const { app, send, leftOvers } = await uploads(t)
  register(app, noDatabase, { ...addFile, url: '/api/Broken/:id', operationId: 'broken' }, () => Promise.reject(new Error('bug')))
  t.match(
    await send({ method: 'POST', url: '/api/Broken/1', body: 'x', headers: { 'content-type': 'application/octet-stream' } }),
    {
      status: 500,
    },
  )
  t.same(await leftOvers(), [])
})

t.test('given a server without a folder for uploads, when a route for files is registered, then it is refused', async (t) => {
  const { app } = await testServer(t)
  t.throws(() => register(app, noDatabase, addFile, () => Promise.resolve({})), /folder for uploads/)
})

import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { FILE_BYTES_MAX, MEBIBYTE } from '@open-oms/contracts/route'
import t, { type Test } from 'tap'
import { testFolder } from '../../testing/test-folder.ts'
import { testOrigin } from '../../testing/test-origin.ts'
import { type DownloadDeps, downloadFile } from './download-file.ts'
import { readFetchAllow } from './fetch-allow.ts'

const fetchAllow = readFetchAllow(['127.0.0.1'])

async function origin(t: Test, listener: RequestListener, deps: Partial<DownloadDeps> = {}) {
  const incomingFolder = await testFolder(t)
  const made = await testOrigin(t, listener)
  const get = (path = '/a.txt', fileName: string | null = null) =>
    downloadFile({ incomingFolder, fetchAllow, ...deps }, { url: made.url + path, fileName })
  return { ...made, get, leftOvers: () => readdir(incomingFolder) }
}

const failed = (message: RegExp) => ({ code: 'AssetDownloadFailed', message })

/** Writes without an end, as fast as it is read. */
async function writeEndlessly(response: ServerResponse, piece: Buffer): Promise<void> {
  const done = new AbortController()
  response.once('close', () => done.abort())
  while (!response.destroyed) if (!response.write(piece)) await once(response, 'drain', done).catch(() => undefined)
}

t.test('given an address of a file, when it is downloaded, then it has hash, type and name until it is discarded', async (t) => {
  const { get, calls, headers, leftOvers } = await origin(t, (_request, response) => response.end('some text'))
  const file = await get('/folder/price%20list.txt?x=/y.png#z')
  t.match(file, {
    length: 9,
    sha256: 'b94f6f125c79e3a5ffaa826f584c10d52ada669e6762051b826b55776d05aed2',
    contentType: 'text/plain',
    fileName: 'price list.txt',
    width: null,
    previews: { length: 0 },
  })
  t.equal(await readFile(file.path, 'utf8'), 'some text')
  t.same(calls, ['GET /folder/price%20list.txt?x=/y.png'])
  t.match(headers(), { cookie: undefined, authorization: undefined, 'user-agent': /^open-oms/ })
  await file.discard()
  t.same(await leftOvers(), [])
  t.match(await get('/a.txt', 'mine.txt'), { fileName: 'mine.txt' })
})

t.test('given redirects, when a file is downloaded, then three are followed without cookies and a fourth is not', async (t) => {
  const { get, calls, headers } = await origin(t, (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('there')
    else
      response.writeHead([301, 302, 303, 307, 308][left] ?? 302, { location: `/${left - 1}`, 'set-cookie': 'a=b' }).end('moved')
  })
  t.match(await get('/3'), { length: 5, fileName: '3' })
  t.equal(calls.length, 4)
  t.equal(headers().cookie, undefined)
  await t.rejects(get('/4'), failed(/redirected more than 3 times/))
  t.equal(calls.length, 8, 'the file is not asked for')
})

t.test(
  'given raw bytes in the address of a redirect, when it is followed, then they are percent-encoded as they came',
  async (t) => {
    let location = ''
    const { get, calls } = await origin(t, (request, response) => {
      if (request.url !== '/moved') return void response.end('there')
      // A head as older servers send it: Node would encode the text of a header.
      response.socket?.end(Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`, 'latin1'))
    })
    const asBytes = (text: string) => Buffer.from(text).toString('latin1')
    for (const [sent, asked] of [
      [asBytes('/størrelse.txt'), '/st%C3%B8rrelse.txt'],
      ['/st\u00f8rrelse.txt', '/st%F8rrelse.txt'],
      ['/st%C3%B8rrelse.txt', '/st%C3%B8rrelse.txt'],
      [asBytes('/a?navn=珈琲'), '/a?navn=%E7%8F%88%E7%90%B2'],
      ['/\u0080\u00ff', '/%80%FF'],
    ] as const) {
      location = sent
      t.match(await get('/moved'), { length: 5 })
      t.equal(calls.at(-1), `GET ${asked}`)
    }
  },
)

t.test('given a response with an error status, when a file is downloaded, then the error names the status', async (t) => {
  const { get, leftOvers } = await origin(
    t,
    (request, response) => void response.writeHead(Number(request.url?.slice(1))).end('no'),
  )
  for (const status of [404, 403, 500, 302, 204, 206, 304])
    await t.rejects(get(`/${status}`), failed(new RegExp(`status ${status}`)))
  t.same(await leftOvers(), [])
})

t.test('given an empty file, when it is downloaded, then the download fails', async (t) => {
  const { get, leftOvers } = await origin(t, (_request, response) => response.end())
  await t.rejects(get(), failed(/is empty/))
  t.same(await leftOvers(), [])
})

t.test('given a file of 25 MiB, when it is downloaded, then it is accepted, and one byte more is not', async (t) => {
  const bodies: Record<string, (response: ServerResponse) => void> = {
    '/exact': (response) => response.end(Buffer.alloc(FILE_BYTES_MAX, 'x')),
    '/declared': (response) => void response.writeHead(200, { 'content-length': FILE_BYTES_MAX + 1 }).write('x'),
    '/undeclared': (response) => void response.write(Buffer.alloc(FILE_BYTES_MAX + 1, 'x')),
    '/endless': (response) => void writeEndlessly(response, Buffer.alloc(MEBIBYTE)),
  }
  const { get, leftOvers } = await origin(t, (request, response) => bodies[request.url ?? '']?.(response))
  const file = await get('/exact')
  t.equal(file.length, FILE_BYTES_MAX)
  await file.discard()
  for (const path of ['/declared', '/undeclared', '/endless']) await t.rejects(get(path), failed(/larger than 25 MiB/), path)
  t.same(await leftOvers(), [])
})

t.test('given a wrong content length, when a file is downloaded, then the download fails', async (t) => {
  const { get, leftOvers } = await origin(t, (request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('only this')
    setImmediate(() => request.socket.destroy())
  })
  await t.rejects(get(), failed(/broke off/))
  t.same(await leftOvers(), [])
  // Bytes beyond the declared length are no part of the response.
  const chatty = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour and more'))
  })
  await new Promise<void>((resolve) => chatty.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void chatty.close())
  const url = `http://127.0.0.1:${(chatty.address() as { port: number }).port}/a`
  t.match(await downloadFile({ incomingFolder: await testFolder(t), fetchAllow }, { url, fileName: null }), { length: 4 })
})

t.test('given a compressed response, when it is downloaded, then it is stored decompressed, limited by that size', async (t) => {
  const content = Buffer.from('æ text '.repeat(1_000))
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
  const forms: Record<string, [string, Buffer]> = {
    '/gzip': ['gzip', gzipSync(content)],
    '/x-gzip': ['X-GZIP', gzipSync(content)],
    '/br': ['br', brotliCompressSync(content)],
    '/deflate': ['deflate', deflateSync(content)],
    '/raw': ['deflate', deflateRawSync(content)],
    '/twice': ['gzip, br', brotliCompressSync(gzipSync(content))],
    '/identity': ['identity', content],
    '/bomb.gz': ['gzip', gzipSync(Buffer.alloc(FILE_BYTES_MAX + 1))],
    '/bomb.br': ['br', brotliCompressSync(Buffer.alloc(FILE_BYTES_MAX + 1), quick)],
    '/bomb.deflate': ['deflate', deflateSync(Buffer.alloc(60 * MEBIBYTE))],
    '/bomb.twice': ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(60 * MEBIBYTE)))],
    '/largest': ['gzip', gzipSync(Buffer.alloc(FILE_BYTES_MAX, 'x'))],
    '/broken': ['gzip', Buffer.from('this is no gzip')],
    '/cut': ['gzip', gzipSync(content).subarray(0, 40)],
    '/nothing': ['gzip', Buffer.alloc(0)],
    '/thrice': ['gzip, gzip, gzip', content],
    '/unknown': ['compress', content],
    '/inherited': ['constructor', content],
  }
  const { get, headers, leftOvers } = await origin(t, (request, response) => {
    const [coding, body] = forms[request.url ?? ''] ?? ['', content]
    response.writeHead(200, { 'content-encoding': coding }).end(body)
  })
  for (const path of ['/gzip', '/x-gzip', '/br', '/deflate', '/raw', '/twice', '/identity']) {
    const file = await get(path)
    t.same(await readFile(file.path), content, path)
    t.equal(file.length, content.length)
    await file.discard()
  }
  t.equal(headers()['accept-encoding'], 'gzip, deflate, br')
  for (const path of ['/bomb.gz', '/bomb.br', '/bomb.deflate', '/bomb.twice'])
    await t.rejects(get(path), failed(/larger than 25 MiB/), path)
  for (const path of ['/broken', '/cut', '/nothing']) await t.rejects(get(path), failed(/not well compressed/), path)
  for (const path of ['/thrice', '/unknown', '/inherited']) await t.rejects(get(path), failed(/not understood/), path)
  const largest = await get('/largest')
  t.equal(largest.length, FILE_BYTES_MAX)
  await largest.discard()
  t.same(await leftOvers(), [])
})

t.test('given compressed data that decodes to nothing, when it is endless, then the download fails', async (t) => {
  const empty = gzipSync('')
  const many = Buffer.concat(Array.from({ length: 50_000 }, () => empty))
  const { get } = await origin(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    void writeEndlessly(response, many)
  })
  await t.rejects(get(), { code: 'AssetDownloadFailed' })
})

t.test('given a silent or slow server, when a file is downloaded, then the download fails in time', async (t) => {
  const downloadLimits = { firstByteMs: 1_000, totalMs: 60_000 }
  const { get, leftOvers, calls } = await origin(
    t,
    (request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/silent' }).end()
    },
    { downloadLimits },
  )
  for (const path of ['/silent', '/moved']) await t.rejects(get(path), failed(/took too long/), path)
  // The redirection comes too late when the machine is stopped for a while.
  t.ok(calls.length === 3 || calls.length === 2, `${calls.length} calls`)
  t.same(await leftOvers(), [])
  const never = await origin(t, () => undefined, { downloadLimits, resolveHost: () => new Promise(() => undefined) })
  await t.rejects(
    downloadFile(
      { incomingFolder: await testFolder(t), fetchAllow, downloadLimits, resolveHost: () => new Promise(() => undefined) },
      { url: 'http://files.example/', fileName: null },
    ),
    failed(/not resolved in time/),
  )
  t.equal(never.connections(), 0)
})

t.test('given a body that arrives too slowly, when a file is downloaded, then the download fails in time', async (t) => {
  const { get, leftOvers } = await origin(
    t,
    (_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 20)
      response.once('close', () => clearInterval(timer))
    },
    { downloadLimits: { firstByteMs: 60_000, totalMs: 800 } },
  )
  await t.rejects(get(), failed(/took too long/))
  t.same(await leftOvers(), [])
})

t.test('given an endless or invalid response head, when a file is downloaded, then the download fails', async (t) => {
  const talk = async (response: (write: (text: string) => boolean) => void) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => response((text) => !socket.destroyed && socket.write(text)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => void server.close())
    const deps = { incomingFolder: await testFolder(t), fetchAllow, downloadLimits: { firstByteMs: 5_000, totalMs: 5_000 } }
    return downloadFile(deps, { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, fileName: null })
  }
  await t.rejects(
    talk((write) => void write('SSH-2.0-OpenSSH_9.9\r\n')),
    failed(/could not be reached/),
  )
  await t.rejects(
    talk((write) => void write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`)),
    failed(/could not be reached/),
  )
  await t.rejects(
    talk((write) => void write(`HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(20_000)}`)),
    failed(/could not be reached/),
  )
})

t.test('given an unreachable server or bad certificate, when a file is downloaded, then it fails without details', async (t) => {
  const { get, url } = await origin(t, (_request, response) => response.end('x'))
  const deps = { incomingFolder: await testFolder(t), fetchAllow }
  await t.rejects(downloadFile(deps, { url: 'http://127.0.0.1:1/', fileName: null }), failed(/: it could not be reached\.$/))
  await t.rejects(
    downloadFile(deps, { url: url.replace('http', 'https'), fileName: null }),
    failed(/: it could not be reached\.$/),
  )
  t.match(await get(), { length: 1 })
})

t.test('given a folder that cannot be written to, when a file is downloaded, then it is no failed download', async (t) => {
  const { get } = await origin(t, (_request, response) => response.end('x'), { incomingFolder: import.meta.filename })
  await t.rejects(get(), { code: 'EEXIST' })
})

t.test('given more downloads than the limit, when they start, then the others wait for their end', async (t) => {
  let now = 0
  let most = 0
  const { get, leftOvers } = await origin(t, (_request, response) => {
    now += 1
    most = Math.max(most, now)
    setTimeout(() => {
      now -= 1
      response.end('x')
    }, 20)
  })
  const files = await Promise.all(Array.from({ length: 60 }, () => get()))
  t.ok(most <= 16, `${most} concurrently`)
  await Promise.all(files.map(({ discard }) => discard()))
  t.same(await leftOvers(), [])
})

import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Text } from '@open-oms/contracts/primitives'
import { BODY_LIMIT_UPLOAD, defineRoute } from '@open-oms/contracts/route'
import { register } from '@open-oms/service-kit/server/register-route'
import { formBytes, formHeaders } from '@open-oms/service-kit/testing/test-form'
import { testServer } from '@open-oms/service-kit/testing/test-server'
import { holds, type Target } from '../target.ts'

const addFile = defineRoute({
  method: 'POST',
  url: '/api/Fuzzed/File',
  operationId: 'addFuzzedFile',
  summary: 'Takes a file.',
  tags: ['Fuzzed'],
  access: ['OrderAdmin'],
  takesFile: true,
  bodyLimit: BODY_LIMIT_UPLOAD,
  responses: { 200: Text },
})

const noDatabase = { inTransaction: () => Promise.reject(new Error('There is none.')) }
const refusals = new Set([400, 413, 415])
const boundary = 'fuzzed'

/**
 * Forms: bytes as a body are read or refused, bytes as the content of a file come out unchanged,
 * and no file is left behind.
 */
export const multipart: Target = {
  files: /input\/read-(?:form|upload)\.ts$|files\/keep-stream\.ts$|@fastify\/busboy|@fastify\/multipart/,
  words: [
    '--fuzzed',
    '--fuzzed--',
    '\r\n',
    'Content-Disposition: form-data; name="file"',
    '; filename="a.png"',
    '\r\n\r\n',
    'Content-Type: ',
    '"',
  ],
  seeds: [
    '--fuzzed\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--fuzzed--\r\n',
    '--fuzzed\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n--fuzzed\r\nContent-Disposition: form-data; name="file"\r\n\r\ny\r\n--fuzzed--\r\n',
  ],
  async start(t) {
    const folder = await mkdtemp(join(tmpdir(), 'oms-fuzz-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    const { app, send } = await testServer(t as never, { uploadFolder: folder })
    register(app, noDatabase, addFile, async (_deps, { file: { path } }) => ({
      body: (await readFile(path)).toString('base64'),
    }))
    const post = (body: Buffer, headers: Record<string, string>) =>
      send({ method: 'POST', url: '/api/Fuzzed/File', body, headers: { ...headers, 'x-request-id': randomUUID() } })
    return async (bytes) => {
      const { status, text } = await post(bytes, formHeaders(boundary))
      holds(status === 200 || refusals.has(status), 'as a body', status, text)
      if (bytes.length > 0 && !bytes.includes('--test-form-boundary')) {
        const sent = await post(formBytes([{ name: 'file', fileName: 'a', content: bytes }]), formHeaders())
        holds(sent.status === 200, 'as a file', sent.status, sent.text)
        holds(sent.body === bytes.toString('base64'), 'unchanged', sent.body)
      }
      holds((await readdir(folder)).length === 0, 'a file is left', await readdir(folder))
    }
  },
}

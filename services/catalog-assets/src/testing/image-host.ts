import type { RequestListener } from 'node:http'
import type { Teardown } from '@open-oms/service-kit/testing/test-database'
import sharp from 'sharp'
import { testOrigin } from './test-origin.ts'

export type ImageHost = {
  url: string
  /** What is served from now on, by path; a function responds itself, and all else is 404. */
  files: Map<string, Buffer | string | RequestListener>
  /** How often each path was asked for. */
  asked: Map<string, number>
}

/** An external web server whose files a test decides. */
export async function imageHost(t: Teardown): Promise<ImageHost> {
  const files: ImageHost['files'] = new Map()
  const asked = new Map<string, number>()
  const { url } = await testOrigin(t, (request, response) => {
    const path = new URL(request.url ?? '/', 'http://origin').pathname
    asked.set(path, (asked.get(path) ?? 0) + 1)
    const file = files.get(path)
    if (typeof file === 'function') file(request, response)
    else if (file === undefined) response.writeHead(404).end()
    else response.end(file)
  })
  return { url, files, asked }
}

/** A PNG of one colour. */
export async function png(colour: string, { width = 8, height = 6 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

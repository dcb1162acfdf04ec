/**
 * Serves the site from its pages while they are written: a change is seen without a build. Part of
 * `npm run docs -- --serve`.
 */
import { join } from 'node:path'
import process from 'node:process'
import { createServer } from 'vitepress'

const server = await createServer(join(import.meta.dirname, '..'), { port: Number(process.env.PORT || 5174) })
await server.listen()
const [address] = server.resolvedUrls?.local ?? []
process.stdout.write(`The pages as they are: ${address}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server.close())

/**
 * Serves the console from its sources beside a running system, whose gateway OMS_GATEWAY_URL names:
 * a change is seen without a build. Part of `npm run dev`.
 */
import process from 'node:process'
import { createServer } from 'vite'
import { viteOptions } from './vite-options.ts'

const gatewayUrl = process.env.OMS_GATEWAY_URL ?? 'http://127.0.0.1:8080'
const server = await createServer({
  ...viteOptions,
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORT || 5173),
    // What is not of the console is of the gateway, to which all of it is one origin.
    proxy: { '^/(?!console)': { target: gatewayUrl, changeOrigin: true, headers: { origin: gatewayUrl } } },
  },
})
await server.listen()
const [address] = server.resolvedUrls?.local ?? []
process.stdout.write(`The console from its sources: ${address}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server.close())

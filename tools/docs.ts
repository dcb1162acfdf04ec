/** `npm run docs`: the site of all pages of docs/. */
import { join } from 'node:path'
import { startProcess } from '@open-oms/local-servers/managed-process'
import { describeError, StartError } from '@open-oms/local-servers/start-error'
import { commandLine } from '@open-oms/system/command-line'
import { root } from '@open-oms/system/root'
import { buildDocsSite } from '@open-oms/system/start/build-pages'

const usage = `Usage: npm run docs [-- --serve]

Builds the site of all pages of docs/ into packages/docs-site/dist, where a gateway that is started then finds it: it shows it at /docs/site/. A link that leads nowhere is an error.

  --serve   shows the pages while they are written, at PORT of 127.0.0.1, by default 5174

Environment variables for a site that another server shows:

  DOCS_BASE         the path of its address, by default /docs/site/
  DOCS_REPOSITORY   the address of the repository, to which links to source files lead then
`
const { values } = commandLine({ usage, options: { serve: { type: 'boolean', default: false } } })

/** Shows the pages until this process is asked to stop; resolves to the exit code. */
async function serve(): Promise<number> {
  const server = await startProcess({
    name: 'docs',
    command: process.execPath,
    args: [join(root, 'packages', 'docs-site', 'src', 'serve.ts')],
    environment: process.env,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 5_000,
    orphanDelaySeconds: 0,
    onLine: (line) => process.stdout.write(`${line}\n`),
  })
  let isAsked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isAsked = true
      void server.stop()
    })
  const { code } = await server.exited
  return isAsked ? 0 : (code ?? 1)
}

async function build(): Promise<number> {
  try {
    await buildDocsSite()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${describeError(error)}\n`)
    return 1
  }
  process.stdout.write(`Built: ${join(root, 'packages', 'docs-site', 'dist')}\n`)
  return 0
}

process.exitCode = values.serve ? await serve() : await build()

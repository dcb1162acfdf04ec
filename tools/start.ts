/**
 * `npm start`: the whole system from its sources on this machine, with an embedded PostgreSQL and a
 * nats-server unless DATABASE_URL and NATS_URL name real ones. Ctrl-C stops it.
 */

import { join } from 'node:path'
import { startProcess } from '@open-oms/local-servers/managed-process'
import { describeError, StartError } from '@open-oms/local-servers/start-error'
import { commandLine } from '@open-oms/system/command-line'
import { root } from '@open-oms/system/root'
import { buildPages } from '@open-oms/system/start/build-pages'
import { isWorthShowing, readableLine } from '@open-oms/system/start/log-line'
import { type ServiceName, serviceNames } from '@open-oms/system/start/service-names'
import { type System, startSystem } from '@open-oms/system/start/start-system'
import { optionsFromEnvironment, type SystemMessage } from '@open-oms/system/start/system-options'
import { countConfigWarnings } from './demo/count-config-warnings.ts'
import { welcome } from './demo/welcome.ts'
import { generate as writeConfigSchemas } from './generate/generate-config-schemas.ts'

const usage = `Usage: npm start
       npm run dev [-- SERVICE…]

Starts the whole system from its sources on this machine; Ctrl-C stops it. With \`dev\` the services, or those that are named, start again when a source of theirs changes, and the console is served from its sources. Environment variables choose what is not to be as usual:

  PORT, HOST                    where the gateway listens: 8080 on 127.0.0.1
  OMS_CONFIG_DIR, OMS_DATA_DIR  the folders of the tenant configuration and of the data
  DATABASE_URL, NATS_URL        existing servers

All of them are in docs/reference/command-line.md and docs/reference/configuration.md.
`
const isService = (word: string): word is ServiceName => serviceNames.some((name) => name === word)
const { values, positionals } = commandLine({
  usage,
  options: { watch: { type: 'boolean', default: false } },
  checkArguments: (words) => {
    const unknown = words.find((word) => !isService(word))
    if (unknown !== undefined) return `There is no service '${unknown}': ${serviceNames.join(', ')}.`
    return words.length > 0 && !process.argv.includes('--watch') ? 'Only `npm run dev` takes services.' : null
  },
})

const begun = performance.now()
const style = { isColoured: process.stdout.isTTY && !process.env.NO_COLOR, sources: [...serviceNames, 'postgres', 'nats'] }
const interruption = new AbortController()
let isReady = false

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function report(message: SystemMessage): void {
  if (message.kind === 'step') print(`  ${message.text.padEnd(60)} ${(message.durationMs / 1000).toFixed(1).padStart(6)} s`)
  else if (message.kind === 'event') print(`* ${message.text}`)
  // Until everything is ready, show the steps.
  else if (isWorthShowing(message.source, message.line, isReady)) print(readableLine(message.source, message.line, style))
}

/**
 * Resolves with the reason to stop: a signal, or the end of the launcher, which cannot pass a
 * signal on when it is killed.
 */
function stopRequest(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal))
    const launcher = process.ppid
    if (String(launcher) === process.env.OMS_LAUNCHER_PID) {
      setInterval(() => process.ppid !== launcher && resolve('the launcher ended'), 500).unref()
    }
  })
}

async function stopWhenAsked(system: System): Promise<void> {
  const reason = await stopped
  print(`\nStopping (${reason})`)
  isReady = false
  await system.stop()
  print('Stopped.')
}

/** Serves the console from its sources, beside the gateway. */
function serveConsole({ gatewayUrl }: System) {
  return startProcess({
    name: 'console',
    command: process.execPath,
    args: ['--conditions=development', join(root, 'packages', 'console', 'serve.ts')],
    environment: { ...process.env, PORT: '', OMS_GATEWAY_URL: gatewayUrl },
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 5_000,
    orphanDelaySeconds: 0,
    onLine: (line) => print(`* ${line}`),
  })
}

async function main(): Promise<void> {
  print('Starting the order management system')
  const options = optionsFromEnvironment(process.env)
  // The files of the configuration name their schemas, which an editor needs and the repository
  // does not have.
  await writeConfigSchemas()
  const building = performance.now()
  await buildPages()
  report({ kind: 'step', text: 'Pages built', durationMs: performance.now() - building })
  const chosen = positionals.filter(isService)
  const watched = values.watch ? (chosen.length === 0 ? serviceNames : chosen) : []
  const { dataDir, configDir } = options
  // Those of the sample are known (its demo people, messages that stay files), and ask for nothing.
  const counted = configDir === join(root, 'config') ? 0 : countConfigWarnings(configDir, interruption.signal)
  const system = await startSystem({ ...options, watched, onMessage: report, signal: interruption.signal })
  const consoleServer = values.watch ? await serveConsole(system) : null
  const durationMs = performance.now() - begun
  print(await welcome({ gatewayUrl: system.gatewayUrl, dataDir, configDir, durationMs, warnings: (await counted) ?? 0 }))
  isReady = true
  await stopWhenAsked(system)
  await consoleServer?.stop()
}

// A closed terminal must not end the program before it has stopped its parts.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
const stopped = stopRequest()
void stopped.then(() => interruption.abort())

try {
  await main()
} catch (error) {
  const text = error instanceof StartError ? error.message : `${describeError(error)}\n${(error as Error).stack ?? ''}`
  process.stderr.write(`\nCould not start: ${text}\n`)
  process.exitCode = interruption.signal.aborted ? 130 : 1
}
process.exit()

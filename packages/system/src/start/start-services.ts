import { performance } from 'node:perf_hooks'
import type { ManagedProcess } from '@open-oms/local-servers/managed-process'
import type { SystemContext } from './own-servers.ts'
import { type SystemAddresses, serviceEnvironment } from './service-environment.ts'
import { databaseServices, type ServiceName, serviceNames } from './service-names.ts'
import { serviceProgram, startService } from './service-process.ts'
import { type SupervisedProcess, supervise } from './supervise.ts'

export type Services = {
  /** Rejects as soon as one service cannot start. */
  ready: Promise<Record<ServiceName, SupervisedProcess>>
  /** Stops the gateway, then the others together; also while they are starting. */
  stop(): Promise<void>
}

/**
 * Starts the four services at the same time: each waits separately for what it needs of the others.
 */
export function startServices(context: SystemContext, addresses: SystemAddresses): Services {
  const processes = new Map<ServiceName, ManagedProcess>()
  const supervised = new Map<ServiceName, SupervisedProcess>()
  let isStopping = false
  const startOne = async (name: ServiceName) => {
    const begun = performance.now()
    const onProcess = (process: ManagedProcess) => {
      processes.set(name, process)
      if (isStopping) void process.stop()
    }
    supervised.set(name, await superviseService(context, addresses, { name, onProcess }))
    const text = `${name} ready on ${addresses.services[name]}`
    context.options.onMessage({ kind: 'step', text, durationMs: performance.now() - begun })
  }
  const starts = new Map(serviceNames.map((name) => [name, startOne(name)]))
  const stopOne = async (name: ServiceName) => {
    await (supervised.get(name) ?? processes.get(name))?.stop()
    // One that was just being started when another one failed.
    await starts.get(name)?.catch(() => undefined)
    await supervised.get(name)?.stop()
  }
  const stop = async () => {
    isStopping = true
    await stopOne('gateway')
    await Promise.all(databaseServices.map(stopOne))
  }
  const ready = Promise.all(starts.values()).then(() => Object.fromEntries(supervised) as Record<ServiceName, SupervisedProcess>)
  return { ready, stop }
}

type OneService = { name: ServiceName; onProcess: (process: ManagedProcess) => void }

function superviseService(context: SystemContext, addresses: SystemAddresses, one: OneService): Promise<SupervisedProcess> {
  const { options } = context
  const { name } = one
  const start = () =>
    startService({
      name,
      url: addresses.services[name],
      servicesDir: options.servicesDir,
      isWatched: options.watched.includes(name),
      environment: serviceEnvironment(name, options, addresses),
      onLine: (line) => options.onMessage({ kind: 'log', source: name, line }),
      onProcess: (process) => {
        context.onProcess(process, serviceProgram(options.servicesDir, name), 'SIGTERM')
        one.onProcess(process)
      },
    })
  return supervise({ name, start, restart: options.restart, onEvent: (text) => options.onMessage({ kind: 'event', text }) })
}

import type { ManagedProcess } from '@open-oms/local-servers/managed-process'
import { root } from '@open-oms/system/root'
import type { ServiceName } from '@open-oms/system/start/service-names'
import { startService } from '@open-oms/system/start/service-process'

/** One of the processes of a service. */
export type Instance = {
  service: ServiceName
  /** Its service and number: `gateway 2`. */
  label: string
  url: string
  /** Starts it and waits until it is ready. */
  start(): Promise<void>
  /** Ends it as a crash does. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Has it read its configuration again. */
  reload(): void
  /** Suspends it, as a machine does that stands still; it knows nothing of it afterwards. */
  pause(): void
  /** Has a suspended one continue. */
  resume(): void
}

export type InstancePlan = {
  service: ServiceName
  number: number
  port: number
  /** Asked at each start. */
  environment: () => NodeJS.ProcessEnv
  /** Asked at each start: the folder of services; that of this repository when absent. */
  servicesDir?: () => string
  onLine: (line: string, label: string) => void
}

/** A process of a service that is not started yet. */
export function createInstance(plan: InstancePlan): Instance {
  const { service, number, port, environment, onLine, servicesDir = () => `${root}/services` } = plan
  const label = `${service} ${number}`
  const url = `http://127.0.0.1:${port}`
  let current: ManagedProcess | null = null
  return {
    service,
    label,
    url,
    start: async () => {
      const onProcess = (process: ManagedProcess) => {
        current = process
      }
      await startService({
        name: service,
        url,
        servicesDir: servicesDir(),
        isWatched: false,
        environment: environment(),
        onLine: (line) => onLine(line, label),
        onProcess,
      })
    },
    kill: async () => {
      current?.kill('SIGKILL')
      await current?.exited
    },
    stop: async () => current?.stop(),
    reload: () => current?.kill('SIGHUP'),
    pause: () => current?.kill('SIGSTOP'),
    resume: () => current?.kill('SIGCONT'),
  }
}

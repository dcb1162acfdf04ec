import type { NatsUser } from '@open-oms/contracts/events/nats-user-names'
import { natsInboxPrefix } from '@open-oms/contracts/nats-users'
import type { Log } from '../observability/log.ts'
import { pause } from '../waiting/pause.ts'
import { connectNats, type Nats, type NatsConfig } from './connect-nats.ts'

const RETRY_MS = 2_000

/**
 * Connects to NATS as one of its users, as soon as a server lets it in: a refusal (a wrong
 * password) is logged and tried again. Null when the signal ended the wait.
 */
export async function reachNats(
  config: Omit<NatsConfig, 'log' | 'signal' | 'name' | 'inboxPrefix'> & { name: NatsUser },
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<Nats | null> {
  while (!signal.aborted) {
    try {
      const nats = await connectNats({ ...config, log, signal, inboxPrefix: natsInboxPrefix(config.name) })
      if (!signal.aborted) return nats
      await nats.close()
    } catch (error) {
      if (signal.aborted) break
      log.error({ err: error }, 'NATS refuses the connection; trying again')
      await pause(RETRY_MS, signal)
    }
  }
  return null
}

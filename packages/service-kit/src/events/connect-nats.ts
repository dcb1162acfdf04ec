import { type StreamName, streams } from '@open-oms/contracts/event'
import {
  type ConnectionOptions,
  connect,
  ErrorCode,
  Events,
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
} from 'nats'
import type { Log } from '../observability/log.ts'
import { pause } from '../waiting/pause.ts'
import { ensureStreams } from './ensure-streams.ts'
import { type NatsAddress, parseServers } from './nats-address.ts'

export type Nats = {
  connection: NatsConnection
  jetstream: JetStreamClient
  manager: JetStreamManager
  /** False while the server is unreachable. Publishing waits for it; readiness may report it. */
  isConnected(): boolean
  /** How often the connection was lost and made again: the server may have lost data meanwhile. */
  reconnections(): number
  /**
   * Creates or updates the streams of this user; also done after every reconnection, in case the
   * server came back empty. One that the user may not create or change is a warning in the log.
   */
  ensureStreams(): Promise<void>
  /** Sends what is buffered and closes. */
  close(): Promise<void>
}

export type NatsConfig = NatsAddress & {
  log: Log
  /** Shown in the server's monitoring. */
  name?: string
  /** The streams that the user creates; all when absent. */
  streams?: readonly StreamName[] | undefined
  /** What the subjects of its replies begin with; `_INBOX` when absent. */
  inboxPrefix?: string | undefined
  /** Copies of each stream; more than 1 needs a cluster. 1 when absent. */
  replicas?: number
  /** Longest wait for a response of the server; 5 s when absent. */
  responseTimeoutMs?: number
  /** Longest time of one attempt to connect; 20 s when absent. */
  connectTimeoutMs?: number
  /** Ends the wait for a server that is not there yet. */
  signal?: AbortSignal | undefined
}

const RESPONSE_TIMEOUT_MS = 5_000
const CONNECT_TIMEOUT_MS = 20_000

const neverAborted = new AbortController().signal

const FIRST_CONNECT_MS = 500

/** Codes of a server that is not there at the moment. */
const awayCodes = new Set<unknown>([
  ErrorCode.ConnectionRefused,
  ErrorCode.ConnectionTimeout,
  ErrorCode.Timeout,
  ErrorCode.Disconnect,
  ErrorCode.ConnectionClosed,
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/**
 * The first connection, as soon as a server is there. Throws the reason when a certificate or a
 * password does not fit, and the last one when the signal ends the wait.
 */
async function connectFirst(options: ConnectionOptions, signal: AbortSignal): Promise<NatsConnection> {
  for (;;) {
    try {
      return await connect(options)
    } catch (error) {
      if (signal.aborted || !awayCodes.has((error as { code?: unknown } | undefined)?.code)) throw error
      await pause(FIRST_CONNECT_MS, signal)
    }
  }
}

/**
 * Connects to NATS and sees to the streams. Waits for a server that is not there yet until the
 * signal is aborted, and afterwards reconnects forever.
 */
export async function connectNats(config: NatsConfig): Promise<Nats> {
  const { responseTimeoutMs = RESPONSE_TIMEOUT_MS } = config
  const options: ConnectionOptions = {
    ...parseServers(config),
    name: config.name ?? 'oms',
    inboxPrefix: config.inboxPrefix ?? '_INBOX',
    timeout: config.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    reconnectJitter: 500,
    // Detects a server that disappeared without closing the connection within 15 s.
    pingInterval: 5_000,
    maxPingOut: 2,
    // A stack for each published event that might fail costs more than the rest of its sending.
    noAsyncTraces: true,
  }
  const connection = await connectFirst(options, config.signal ?? neverAborted)
  // A wrong password is refused above. Later, a password that the server has changed must not end
  // the connection permanently.
  Object.assign((connection as NatsConnection & { options: ConnectionOptions }).options, { ignoreAuthErrorAbort: true })
  let connected = true
  let reconnections = 0
  const jetstream = connection.jetstream({ timeout: responseTimeoutMs })
  const manager = await connection.jetstreamManager({ checkAPI: false, timeout: responseTimeoutMs })
  const ensure = () => ensureAllowed(manager, config)

  const watch = async () => {
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) {
        connected = false
        config.log.warn('the connection to NATS was lost')
      }
      if (status.type === Events.Reconnect) {
        connected = true
        reconnections += 1
        config.log.info('connected to NATS again')
        ensure().catch((error) => config.log.error({ err: error }, 'the streams could not be checked'))
      }
    }
  }
  void watch()
  await ensure().catch(async (error) => {
    await connection.close()
    throw error
  })
  return {
    connection,
    jetstream,
    manager,
    isConnected: () => connected && !connection.isClosed(),
    reconnections: () => reconnections,
    ensureStreams: ensure,
    close: () => closeConnection(connection),
  }
}

/**
 * A stream that differs is left as it is by a user who may not change it
 * (security.md#rights-at-nats).
 */
async function ensureAllowed(manager: JetStreamManager, { streams: names, replicas = 1, log }: NatsConfig): Promise<void> {
  for (const name of names ?? (Object.keys(streams) as StreamName[])) {
    try {
      await ensureStreams(manager, replicas, [name])
    } catch (error) {
      if (!(error instanceof NatsError) || error.code !== ErrorCode.PermissionsViolation) throw error
      log.warn({ err: error, stream: name }, 'the stream differs from its specification, and this user may not change it')
    }
  }
}

async function closeConnection(connection: NatsConnection): Promise<void> {
  if (connection.isClosed()) return
  // Draining needs a server that responds.
  const drained = connection.drain().catch(() => connection.close())
  const timeout = AbortSignal.timeout(2_000)
  await Promise.race([drained, new Promise((resolve) => timeout.addEventListener('abort', resolve))])
  await connection.close()
}

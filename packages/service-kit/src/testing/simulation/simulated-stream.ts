import { type JetStreamManager, NatsError } from 'nats'
import type { Nats } from '../../events/connect-nats.ts'
import type { Scheduler, SimulatedProcess } from './scheduler.ts'
import { createSimulatedRequests, type SimulatedRequests } from './simulated-requests.ts'

type Message = { seq: number; id: string | null; envelope: string }
/** A message as the consumer gets it. */
export type Delivered = { seq: number; consumer: number; string(): string }

export type SimulatedStream = {
  /** The server as a process sees it. */
  connect(process: SimulatedProcess): Nats
  /** Some of the messages that are not acknowledged. */
  pull(process: SimulatedProcess, most: number): Promise<Delivered[]>
  acknowledge(process: SimulatedProcess, messages: readonly Delivered[]): Promise<void>
  /** Loses the newest messages, as a power failure does, and everybody reconnects. */
  loseEnd(count: number): void
  /** Passes over a message as if it had been handled, as over one that is damaged. */
  passOver(): void
  /** Forgets which events it has, as after two minutes. */
  forgetIds(): void
  isHandled(): boolean
}

type Options = {
  name: string
  durable: string
  scheduler: Scheduler
}

type State = {
  requests: SimulatedRequests
  messages: Message[]
  /** The sequences of events by id. */
  known: Map<string, number>
  acknowledged: Set<number>
  /** The highest sequence that the durable consumer has got. */
  delivered: number
  /** How often that was made: only acknowledgements of the last one count. */
  consumer: number
  reconnections: number
}

function store({ messages, known }: State, envelope: string, id: string | null) {
  const former = id === null ? undefined : known.get(id)
  if (former !== undefined) return { seq: former, duplicate: true }
  const seq = messages.length + 1
  messages.push({ seq, id, envelope })
  if (id !== null) known.set(id, seq)
  return { seq, duplicate: false }
}

function deliver(state: State, from: number, most: number): Delivered[] {
  const open = state.messages.filter(({ seq }) => !state.acknowledged.has(seq))
  const pulled = open.slice(from % Math.max(1, open.length)).slice(0, most)
  state.delivered = Math.max(state.delivered, ...pulled.map(({ seq }) => seq))
  return pulled.map(({ seq, envelope }) => ({ seq, consumer: state.consumer, string: () => envelope }))
}

function makeConsumer(state: State, start: number): void {
  state.acknowledged = new Set(Array.from({ length: start - 1 }, (_, index) => index + 1))
  state.delivered = start - 1
  state.consumer++
}

function acknowledgedUpTo({ acknowledged }: State): number {
  let floor = 0
  while (acknowledged.has(floor + 1)) floor++
  return floor
}

function connection(state: State, { name, durable, scheduler }: Options, process: SimulatedProcess): Nats {
  const failing = { failure: () => new NatsError('the server did not respond', '503') }
  const ask = <T>(act: () => T, lingers = false) => scheduler.ask(process, { act, lingers, ...failing })
  const consumerInfo = () => ({
    name: durable,
    config: { durable_name: durable },
    delivered: { stream_seq: state.delivered },
    ack_floor: { stream_seq: acknowledgedUpTo(state) },
    num_ack_pending: state.messages.filter(({ seq }) => seq <= state.delivered && !state.acknowledged.has(seq)).length,
    num_pending: Math.max(0, state.messages.length - state.delivered),
    num_waiting: 0,
  })
  const streamInfo = () => {
    const count = state.messages.length
    return { created: 'once', state: { first_seq: 1, last_seq: count, messages: count } }
  }
  const manager = {
    streams: {
      info: () => ask(streamInfo),
      getMessage: (_stream: string, { seq }: { seq: number }) =>
        ask(() => ({ json: () => JSON.parse(state.messages[seq - 1]?.envelope ?? 'null') })),
    },
    consumers: {
      info: () => ask(consumerInfo),
      list: async function* () {
        yield await ask(consumerInfo)
      },
      delete: () => ask(() => undefined),
      add: (_stream: string, { opt_start_seq: start }: { opt_start_seq: number }) => ask(() => makeConsumer(state, start)),
    },
  }
  const jetstream = {
    publish: (_subject: string, envelope: string, { msgID = null }: { msgID?: string | null } = {}) =>
      ask(() => ({ stream: name, ...store(state, envelope, msgID) }), true),
  }
  return {
    isConnected: () => true,
    reconnections: () => state.reconnections,
    manager: manager as unknown as JetStreamManager,
    jetstream,
    connection: state.requests.connect(process),
  } as unknown as Nats
}

/** One stream of a server with one durable consumer: delivery at least once, in any order. */
export function createSimulatedStream(options: Options): SimulatedStream {
  const { scheduler } = options
  const state: State = {
    requests: createSimulatedRequests(scheduler),
    messages: [],
    known: new Map(),
    acknowledged: new Set(),
    delivered: 0,
    consumer: 0,
    reconnections: 0,
  }
  return {
    connect: (process) => connection(state, options, process),
    pull: (process, most) => scheduler.ask(process, { act: () => deliver(state, scheduler.random(64), most) }),
    acknowledge: (process, handled) =>
      scheduler.ask(process, {
        act: () => {
          const isCurrent = ({ consumer, seq }: Delivered) => consumer === state.consumer && seq <= state.messages.length
          for (const one of handled) if (isCurrent(one)) state.acknowledged.add(one.seq)
        },
      }),
    loseEnd: (count) => {
      const lost = state.messages.splice(Math.max(0, state.messages.length - count))
      for (const { id } of lost) if (id !== null) state.known.delete(id)
      state.reconnections++
    },
    passOver: () => {
      const passed = scheduler.random(Math.max(1, state.messages.length)) + 1
      if (passed > state.messages.length) return
      state.acknowledged.add(passed)
      state.delivered = Math.max(state.delivered, passed)
    },
    forgetIds: () => state.known.clear(),
    isHandled: () => state.messages.every(({ seq }) => state.acknowledged.has(seq)),
  }
}

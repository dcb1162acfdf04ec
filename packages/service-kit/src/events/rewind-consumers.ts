import { type ConsumerInfo, DeliverPolicy, type JetStreamManager } from 'nats'

/**
 * Makes those durable consumers of a stream anew that have got more than the stream holds: they
 * would skip what gets the lost sequences. They go on at the first event that is not acknowledged.
 */
export async function rewindConsumers(manager: JetStreamManager, stream: string, lastSequence: number): Promise<void> {
  const ahead: ConsumerInfo[] = []
  for await (const info of manager.consumers.list(stream)) {
    if (info.config.durable_name !== undefined && info.delivered.stream_seq > lastSequence) ahead.push(info)
  }
  for (const { name, config, ack_floor } of ahead) {
    const { opt_start_time: _, ...kept } = config
    const start = Math.min(ack_floor.stream_seq, lastSequence) + 1
    await manager.consumers.delete(stream, name)
    await manager.consumers.add(stream, { ...kept, deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start })
  }
}

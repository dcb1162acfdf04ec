/**
 * The outcome of a try to deliver a message. `refused` is final; `unreachable` may succeed later,
 * also when the arrival is unknown. `open` are the addresses that were not reached, where others
 * were.
 */
export type Delivery = { outcome: 'sent' } | { outcome: 'refused' | 'unreachable'; reason: string; open?: readonly string[] }

import type { Teardown } from '@open-oms/service-kit/testing/test-database'

/** Something that reads what anyone may send, and what must hold of it for any bytes. */
export type Target = {
  /** Files whose coverage guides the search. */
  files: RegExp
  /** Parts of which many inputs of this kind are made. */
  words: readonly string[]
  /** Inputs to begin with, beside those of the corpus. */
  seeds: readonly string[]
  /**
   * Starts what the check needs and returns it. The check throws where the bytes break a promise.
   */
  start(t: Teardown): Promise<(bytes: Buffer) => Promise<void> | void>
}

/** Raises an error that names what was broken, and with which values. */
export function holds(condition: boolean, what: string, ...values: unknown[]): void {
  if (!condition) throw new Error(`${what}: ${values.map((value) => JSON.stringify(value)).join(' and ')}`)
}

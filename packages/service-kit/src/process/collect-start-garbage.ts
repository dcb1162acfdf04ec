import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Gives back the memory that a start took and needs no longer, about a third of an idle process: V8
 * keeps it until someone allocates, and nobody does in a service that waits (ADR 65). It blocks
 * the process for some tens of milliseconds: to be called once, at the end of a start.
 */
export function collectStartGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

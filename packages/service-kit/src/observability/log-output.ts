import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** How long records are gathered while others were written just before, in milliseconds. */
const GATHERED_MS = 50
/** They are not gathered beyond this number of characters. */
const GATHERED_MAX = 64 * 1024
const BUSY_READER_MS = 10
/** pino's number of the level `error`. */
const ERROR = 50

/** Asks pino to say the level of each record before it writes it, in `lastLevel`. */
const wantsLevels = Symbol.for('pino.metadata')

export type LogOutput = DestinationStream & { lastLevel: number; [wantsLevels]: true }

/**
 * Gathers records that come soon after each other, so that a busy process calls the system some
 * times a second and not for each. A record is written immediately when the moment before was
 * quiet, and, with all before it, when it is an error: what a process says last of its own end is
 * never lost. `flush` writes what is gathered; whoever ends the process calls it.
 */
export function gatheredOutput(write: (text: string) => void): LogOutput & { flush(): void } {
  let gathered = ''
  let pause: NodeJS.Timeout | null = null
  const flush = () => {
    const text = gathered
    gathered = ''
    if (text !== '') write(text)
  }
  const endPause = () => {
    pause = gathered === '' ? null : begunPause()
    flush()
  }
  // It keeps no process alive: the end of one flushes.
  const begunPause = () => setTimeout(endPause, GATHERED_MS).unref()
  return {
    [wantsLevels]: true,
    lastLevel: 0,
    write(line) {
      gathered += line
      const isUrgent = this.lastLevel >= ERROR || gathered.length >= GATHERED_MAX
      if (isUrgent || pause === null) flush()
      pause ??= begunPause()
    },
    flush,
  }
}

let standard: LogOutput | null = null

/**
 * The standard output of this process, for all its loggers; see `gatheredOutput`. Of a process that
 * is killed, what it did not say as an error in its last 50 ms is lost.
 */
export function standardOutput(): LogOutput {
  if (standard !== null) return standard
  const output = gatheredOutput(standardWriter())
  process.on('exit', output.flush)
  standard = output
  return output
}

/**
 * Writes until all is taken, also by a slow reader. When nobody reads any more it stops writing: a
 * service whose supervisor died would not end. What cannot be written for another reason, such as a
 * full disk, is lost; the service continues.
 */
function standardWriter(): (text: string) => void {
  let hasReader = true
  return (text) => {
    let rest = Buffer.from(text)
    while (hasReader && rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(1, rest))
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'EPIPE') hasReader = false
        if (code !== 'EAGAIN') return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_READER_MS)
      }
    }
  }
}

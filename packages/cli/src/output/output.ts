import { SingleBar } from 'cli-progress'

/** Where a command writes to: results to standard output, everything else to standard error. */
export type Output = {
  readonly isJson: boolean
  /** The result of the command, once: `value` with `--json`, else what `text` returns. */
  result(value: unknown, text: () => string): void
  /** One of many results as soon as it is there: with `--json` one JSON document per line. */
  record(value: unknown, text: () => string): void
  /** A remark for people. */
  note(text: string): void
  /**
   * Shows how far long work is; `total` is absent where nobody knows it. Whoever starts it ends it.
   */
  progress(label: string, total?: number): Progress
}

/** Terminals, files, pipes. */
export type Streams = {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
}

/** Writes to these streams. */
export function createOutput({ stdout, stderr }: Pick<Streams, 'stdout' | 'stderr'>, isJson: boolean): Output {
  return {
    isJson,
    result: (value, text) => void stdout.write(`${isJson ? escapeJson(value, 2) : printable(text())}\n`),
    record: (value, text) => void stdout.write(`${isJson ? escapeJson(value) : printable(text())}\n`),
    note: (text) => void stderr.write(`${printable(text)}\n`),
    progress: (label, total) => startProgress({ label, total, stream: stderr, isShown: !isJson }),
  }
}

/**
 * Texts of orders and providers may hold sequences that a terminal obeys: none of their control
 * characters reaches it.
 */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => (character === '\n' || character === '\t' ? character : '\ufffd'))
}

/** JSON has C0 escaped already, but not DEL and C1. */
function escapeJson(value: unknown, indent?: number): string {
  const escaped = (character: string) => `\\u00${character.charCodeAt(0).toString(16)}`
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f]/g, escaped)
}

/** How far long work is. */
type Progress = {
  /** How many are done, and of how many when that has changed. */
  update(done: number, total?: number): void
  /** Removes the bar, also after a failure. */
  end(): void
}

type Plan = { label: string; total?: number | undefined; stream: NodeJS.WritableStream; isShown: boolean }

const hidden: Progress = { update: () => undefined, end: () => undefined }

/**
 * A bar with the time that is left, or a count where the total is not known. Nothing is shown where
 * nobody looks: without a terminal, or with `--json`.
 */
function startProgress({ label, total, stream, isShown }: Plan): Progress {
  if (!isShown || !('isTTY' in stream && stream.isTTY)) return hidden
  const format = total === undefined ? '{label}: {value}' : '{label} {bar} {value} of {total}, {eta_formatted} left'
  const bar = new SingleBar({ format, stream, hideCursor: true, clearOnComplete: true, etaBuffer: 100, gracefulExit: false })
  bar.start(total ?? Number.MAX_SAFE_INTEGER, 0, { label })
  return {
    update(done, newTotal) {
      if (newTotal !== undefined && newTotal !== bar.getTotal()) bar.setTotal(newTotal)
      bar.update(done)
    },
    end: () => bar.stop(),
  }
}

import { SingleBar } from 'cli-progress'

/** How far long work is. */
export type Progress = {
  /** How many are done, and of how many when that has changed. */
  update(done: number, total?: number): void
  /** Takes the bar away, also after a failure. */
  end(): void
}

type Plan = { label: string; total?: number | undefined; stream: NodeJS.WritableStream; isShown: boolean }

const hidden: Progress = { update: () => undefined, end: () => undefined }

/**
 * A bar with the time that is left, or a count where the total is not known. Nothing is shown where
 * nobody looks: without a terminal, or with `--json`.
 */
export function startProgress({ label, total, stream, isShown }: Plan): Progress {
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

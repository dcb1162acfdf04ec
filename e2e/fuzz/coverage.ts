import { type Profiler, Session } from 'node:inspector'

/** Counts of one place are told apart as one, a few, and many. */
const bucket = (count: number) => (count < 2 ? count : count < 8 ? 2 : 3)

/** What the code under test has run since the last call: places in it, with how often. */
export type Coverage = { take(): Set<string>; stop(): void }

/**
 * Watches the blocks that V8 runs of the files whose URL matches. It is the engine's own count, so
 * the code is what production runs, and nothing native is installed.
 */
export function watchCoverage(files: RegExp): Coverage {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const take = () => {
    let scripts: Profiler.ScriptCoverage[] = []
    session.post('Profiler.takePreciseCoverage', (_error, taken?: Profiler.TakePreciseCoverageReturnType) => {
      scripts = taken?.result ?? []
    })
    return new Set(scripts.filter(({ url }) => files.test(url)).flatMap(placesOf))
  }
  return { take, stop: () => session.disconnect() }
}

/**
 * The blocks of functions that have run, those that were passed over too: code behind an early
 * return has no block of its own.
 */
function placesOf({ scriptId, functions }: Profiler.ScriptCoverage): string[] {
  return functions
    .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
    .flatMap(({ ranges }) => ranges)
    .map(({ startOffset, endOffset, count }) => `${scriptId}:${startOffset}:${endOffset}:${bucket(count)}`)
}

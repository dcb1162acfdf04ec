import { type Profiler, Session } from 'node:inspector'
import { mutated, type Random } from './mutate.ts'
import type { Target } from './target.ts'

/** Counts of one place are told apart as one, a few, and many. */
const bucket = (count: number) => (count < 2 ? count : count < 8 ? 2 : 3)

/** What the code under test has run since the last call: places in it, with how often. */
type Coverage = { take(): Set<string>; stop(): void }

/**
 * Watches the blocks that V8 runs of the files whose URL matches. It is the engine's own count, so
 * the code is what production runs, and nothing native is installed.
 */
function watchCoverage(files: RegExp): Coverage {
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

type Check = (bytes: Buffer) => Promise<void> | void

export type FuzzRun = {
  target: Target
  check: Check
  /** Inputs of earlier runs. */
  corpus: readonly Buffer[]
  random: Random
  /** Whether to continue; asked before each input. */
  goesOn: () => boolean
}

export type Outcome = {
  tried: number
  /** Places of the code that were reached. */
  places: number
  /** Inputs, those of the corpus too, that reached a place which none before them had reached. */
  found: Buffer[]
  /** The shortest input that breaks a promise, and how; null where none was found. */
  failure: { input: Buffer; error: unknown } | null
}

const LENGTH_MAX = 4 * 1024

/**
 * Changes inputs that reach something new, again and again, while `goesOn`; ends with the first
 * that breaks a promise of the target.
 */
export async function runFuzzer({ target, check, corpus, random, goesOn }: FuzzRun): Promise<Outcome> {
  const coverage = watchCoverage(target.files)
  const reached = new Set<string>()
  const known: Buffer[] = [Buffer.alloc(0), ...target.seeds.map((seed) => Buffer.from(seed))]
  const waiting = [...known, ...corpus].sort((a, b) => a.length - b.length)
  const outcome: Outcome = { tried: 0, places: 0, found: [], failure: null }
  try {
    while (goesOn() || waiting.length > 0) {
      const input = waiting.shift() ?? mutated({ known, words: target.words, lengthMax: LENGTH_MAX }, random)
      const error = await failureOf(check, input)
      outcome.tried++
      if (error !== null) return { ...outcome, places: reached.size, failure: { input: await shortened(check, input), error } }
      if (!reachesMore(coverage, reached)) continue
      known.push(input)
      outcome.found.push(input)
    }
  } finally {
    coverage.stop()
  }
  return { ...outcome, places: reached.size }
}

async function failureOf(check: Check, input: Buffer): Promise<unknown> {
  try {
    await check(input)
    return null
  } catch (error) {
    return error
  }
}

function reachesMore(coverage: Coverage, reached: Set<string>): boolean {
  const before = reached.size
  for (const place of coverage.take()) reached.add(place)
  return reached.size > before
}

/** The input without what the failure does not need. */
async function shortened(check: Check, input: Buffer): Promise<Buffer> {
  let shortest = input
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < shortest.length; ) {
      const candidate = Buffer.concat([shortest.subarray(0, at), shortest.subarray(at + size)])
      if ((await failureOf(check, candidate)) !== null) shortest = candidate
      else at += size
    }
  }
  return shortest
}

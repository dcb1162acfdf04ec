/** A process of the simulated system; what it has asked for is gone when it dies. */
export type SimulatedProcess = { isAlive: boolean }

/** Something that another part of the system is asked to do. */
type Operation = {
  process: SimulatedProcess
  /** False while it waits, such as for a lock. */
  canRun(): boolean
  lingers: boolean
  /** Does it, and tells who asked unless that is lost. */
  run(fate: Fate): void
}
type Fate = 'done' | 'refused' | 'unheard'

export type Asked<T> = {
  act(): T
  canRun?: () => boolean
  /** Makes the error of who hears nothing; absent where the connection does not fail. */
  failure?: () => Error
  /** True: it may happen long after the process died that had asked for it. */
  lingers?: boolean
}

const always = () => true

/** Whole numbers that follow from a seed (mulberry32). */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

let quiet: Promise<void> | null = null

/**
 * Until every process waits for another one, also where one has put something off until the end of
 * its turn. Simulations that run at the same time wait together.
 */
function untilQuiet(): Promise<void> {
  quiet ??= new Promise((resolve) =>
    setImmediate(() =>
      setImmediate(() => {
        quiet = null
        resolve()
      }),
    ),
  )
  return quiet
}

export type Scheduler = {
  random(below: number): number
  /** The time, in milliseconds since 1970: a second goes by with each step. */
  now(): number
  /** Asks for something and waits until the scheduler lets it happen, if it ever does. */
  ask<T>(process: SimulatedProcess, asked: Asked<T>): Promise<T>
  /** Ends a process: what it has asked for happens without it, or never. */
  kill(process: SimulatedProcess): void
  /** Lets one thing happen; false when nothing can. */
  step(): Promise<boolean>
  /** Whether connections may fail from now on. */
  setFaulty(isFaulty: boolean): void
}

/**
 * Lets the operations of simulated processes happen one at a time, in an order that the seed
 * chooses, and lets some fail: before they had an effect, or after it. Between two of them every
 * process runs until it waits for another one.
 */
export function createScheduler(seed: number): Scheduler {
  const random = seeded(seed)
  const waiting: Operation[] = []
  let isFaulty = true
  let now = Date.UTC(2026, 0, 1)
  const fate = (): Fate => {
    if (!isFaulty || random(20) > 0) return 'done'
    return random(2) === 0 ? 'refused' : 'unheard'
  }
  return {
    random,
    now: () => now,
    setFaulty: (faulty) => {
      isFaulty = faulty
    },
    ask: (process, { act, canRun = always, failure, lingers = false }) =>
      new Promise((resolve, reject) => {
        const run: Operation['run'] = (chosen) => {
          try {
            if (chosen === 'done' || failure === undefined) resolve(act())
            else {
              if (chosen === 'unheard') act()
              reject(failure())
            }
          } catch (error) {
            reject(error)
          }
        }
        // A process that is dead asks for nothing more, and hears nothing.
        if (process.isAlive) waiting.push({ process, canRun, lingers, run })
      }),
    kill: (process) => {
      const left = waiting.filter((operation) => operation.process === process)
      for (const operation of left) {
        const arrives = random(2) === 0
        if (arrives && operation.lingers) continue
        waiting.splice(waiting.indexOf(operation), 1)
        if (arrives && operation.canRun()) operation.run('done')
      }
      process.isAlive = false
    },
    step: async () => {
      await untilQuiet()
      now += 1_000
      const ready = waiting.filter((operation) => operation.canRun())
      const next = ready[random(Math.max(1, ready.length))]
      if (next === undefined) return false
      waiting.splice(waiting.indexOf(next), 1)
      next.run(next.process.isAlive ? fate() : 'done')
      return true
    },
  }
}

import { orAborted } from './abort.ts'

/** Lets at most `slotsMax` pieces of work run at a time; the others wait in their order. */
export type Slots = {
  /**
   * Runs work when there is room, and returns its result. Raises the signal's reason when it aborts
   * while waiting.
   */
  use<T>(signal: AbortSignal | null, work: () => Promise<T>): Promise<T>
}

export function createSlots(slotsMax: number): Slots {
  let free = slotsMax
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
  const acquire = async (signal: AbortSignal | null) => {
    if (free > 0) {
      free--
      return
    }
    let enter: () => void = () => undefined
    const entered = new Promise<void>((resolve) => {
      enter = resolve
      waiting.push(enter)
    })
    try {
      await orAborted(entered, signal)
    } catch (error) {
      const position = waiting.indexOf(enter)
      if (position >= 0) waiting.splice(position, 1)
      // It was given room while it gave up.
      else release()
      throw error
    }
  }
  return {
    async use(signal, work) {
      await acquire(signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}

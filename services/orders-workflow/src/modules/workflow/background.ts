/** Work that goes on after the answer, a few pieces at a time. */
export type Background = {
  add(task: () => Promise<void>): void
  /** How many more pieces could start at once. */
  capacity(): number
  /** Takes nothing more and waits for what is under way; the rest is left to whoever resumes it. */
  stop(): Promise<void>
  /** Waits until there is nothing to do. */
  idle(): Promise<void>
}

type Options = { countMax: number; onError: (error: unknown) => void }

export function createBackground({ countMax, onError }: Options): Background {
  const waiting: (() => Promise<void>)[] = []
  const running = new Set<Promise<void>>()
  let isStopped = false

  function startNext(): void {
    while (!isStopped && running.size < countMax) {
      const task = waiting.shift()
      if (task === undefined) return
      const done = task()
        .catch(onError)
        .finally(() => {
          running.delete(done)
          startNext()
        })
      running.add(done)
    }
  }

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  }

  return {
    add(task) {
      waiting.push(task)
      startNext()
    },
    capacity: () => Math.max(0, isStopped ? 0 : countMax - running.size - waiting.length),
    async stop() {
      isStopped = true
      await idle()
    },
    idle,
  }
}

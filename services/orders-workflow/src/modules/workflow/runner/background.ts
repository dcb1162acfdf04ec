/** Tasks that continue after the response, a limited number concurrently. */
export type Background = {
  add(task: () => Promise<void>): void
  /** How many more tasks could start now. */
  capacity(): number
  /**
   * Starts nothing more and waits for the running tasks; the others are left to the process that
   * resumes them.
   */
  stop(): Promise<void>
  /** Waits until no task is running. */
  idle(): Promise<void>
}

export function createBackground({ countMax, onError }: { countMax: number; onError: (error: unknown) => void }): Background {
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

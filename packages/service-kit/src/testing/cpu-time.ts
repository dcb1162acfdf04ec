export type CpuTime<T> = {
  result: T
  /** Of all threads of this process. */
  ms: number
  /** Of the main thread, which handles requests. */
  mainThreadMs: number
}

/**
 * Returns the result of the work and the processor time spent on it. Unlike the clock's time it
 * does not grow while other programs have the processor or the machine is suspended.
 */
export async function measureCpuTime<T>(work: () => Promise<T> | T): Promise<CpuTime<T>> {
  const before = { all: process.cpuUsage(), main: process.threadCpuUsage() }
  const result = await work()
  const [all, main] = [process.cpuUsage(before.all), process.threadCpuUsage(before.main)]
  return { result, ms: (all.user + all.system) / 1_000, mainThreadMs: (main.user + main.system) / 1_000 }
}

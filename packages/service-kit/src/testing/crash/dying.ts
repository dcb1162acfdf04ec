/**
 * A point at which the process is killed, as by a power cut, once so many callers have reached it:
 * whoever comes there never continues.
 */
export function killAtCall(count: number): () => Promise<never> {
  let left = count
  return () => {
    left--
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    return new Promise<never>(() => undefined)
  }
}

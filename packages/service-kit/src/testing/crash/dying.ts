/**
 * A point at which the process is killed, as by a power cut, once so many have come to it: whoever
 * comes there never goes on.
 */
export function killAtCall(count: number): () => Promise<never> {
  let left = count
  return () => {
    left--
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    return new Promise<never>(() => undefined)
  }
}

import { DomainError } from '@open-oms/contracts/errors'

/**
 * How many requests of one address may be under way, how many more may wait for their turn, and how
 * long each of these.
 */
export type TurnLimits = { max: number; waitingMax: number; waitMs: number }

/** The turn of one request. */
export type Turn = {
  /**
   * Resolves when the request may begin. Raises `RateLimited` when no turn came in time, or when
   * too many wait already.
   */
  begun: Promise<void>
  /**
   * Gives the turn, or the place in the line, to the next one. To be called when the request has
   * ended or its client has disconnected.
   */
  end(): void
}

export type AddressTurns = { enter(address: string): Turn }

type Line = { underWay: number; waiting: Set<() => void> }

/**
 * Lets a few requests of each address run concurrently. A page with many images asks for all of
 * them together, so those over the limit wait a moment before they are refused. Counted per
 * process: a shared count would be left too high by an instance that dies.
 */
export function createAddressTurns({ max, waitingMax, waitMs }: TurnLimits): AddressTurns {
  const lines = new Map<string, Line>()

  function leave(address: string, line: Line): void {
    const [next] = line.waiting
    if (next !== undefined) next()
    else line.underWay -= 1
    if (line.underWay === 0) lines.delete(address)
  }

  function wait(address: string, line: Line): Turn {
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>()
    let end = () => quit()
    const begin = () => {
      line.waiting.delete(begin)
      clearTimeout(timer)
      end = once(() => leave(address, line))
      resolve()
    }
    const quit = () => {
      line.waiting.delete(begin)
      clearTimeout(timer)
      end = () => undefined
      reject(tooMany(max))
    }
    const timer = setTimeout(quit, waitMs)
    line.waiting.add(begin)
    return { begun, end: () => end() }
  }

  return {
    enter(address) {
      const line = lines.get(address) ?? { underWay: 0, waiting: new Set() }
      if (line.underWay < max) {
        lines.set(address, line)
        line.underWay += 1
        return { begun: Promise.resolve(), end: once(() => leave(address, line)) }
      }
      if (line.waiting.size >= waitingMax) return { begun: Promise.reject(tooMany(max)), end: () => undefined }
      return wait(address, line)
    },
  }
}

function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) action()
    isDone = true
  }
}

function tooMany(max: number): DomainError {
  const message = `More than ${max} concurrent requests without a token from one address. Try again in 1 s.`
  return new DomainError('RateLimited', message, { retryAfterSeconds: 1 })
}

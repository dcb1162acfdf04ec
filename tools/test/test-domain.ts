/**
 * Stands in for `async-hook-domain`, by which tap finds the test that an uncaught error belongs to.
 * That one follows every promise of the process by async hooks, which took a fifth of the processor
 * time of all tests (ADR 89). Here the error belongs to the test that began last and has not ended,
 * or to its file: a process runs its files and their tests one after the other.
 */
type OnError = (error: unknown, event: NodeJS.UncaughtExceptionOrigin) => unknown

let begun = 0
const open: Domain[] = []
let file: Pick<Domain, 'onerror'> | undefined
let begunBeforeFile = 0

export class Domain {
  readonly onerror: OnError
  readonly number = ++begun

  constructor(onerror: OnError) {
    this.onerror = onerror
    open.push(this)
  }

  destroy(): void {
    const index = open.lastIndexOf(this)
    if (index >= 0) open.splice(index, 1)
  }
}

/**
 * From now on tests are those of this file, which gets the errors of what continues after them,
 * such as its teardowns.
 */
export function enterFile(domain: Pick<Domain, 'onerror'>): void {
  file = domain
  begunBeforeFile = begun
}

// Raised for unhandled rejections too. Whoever listens besides sees to the error.
process.on('uncaughtException', (error, origin) => {
  if (process.listenerCount('uncaughtException') > 1) return
  const test = open.findLast(({ number }) => number > begunBeforeFile)
  const domain = test ?? file
  if (domain === undefined) throw error
  domain.onerror(error, origin)
})

/** Prints checks as they are made and collects those that fail. */
export type Checks = {
  readonly failures: readonly string[]
  /** Whether two plain values are the same. */
  check(text: string, actual: unknown, expected: unknown): void
}

export function createChecks(): Checks {
  const failures: string[] = []
  return {
    failures,
    check(text, actual, expected) {
      const holds = actual === expected
      console.log(`  ${holds ? 'ok  ' : 'FAIL'} ${text}${holds ? '' : `: ${String(actual)} instead of ${String(expected)}`}`)
      if (!holds) failures.push(text)
    },
  }
}

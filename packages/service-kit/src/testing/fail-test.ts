/**
 * Fails the running test with an error that a teardown found. To raise it there would keep tap from
 * the other teardowns, and what they close would keep the process from ending.
 */
export function failTest(error: unknown): void {
  setImmediate(() => {
    throw error
  })
}

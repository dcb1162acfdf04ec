/**
 * Repeats a question until its result is true. Throws with what was waited for, and the last
 * failure, when the time is over.
 */
export async function waitUntil(what: string, ask: () => Promise<boolean>, timeoutMs = 240_000): Promise<void> {
  const end = Date.now() + timeoutMs
  for (let last = ''; ; ) {
    const isSo = await ask().catch((error: Error) => {
      last = error.message
      return false
    })
    if (isSo) return
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs / 1_000} s for: ${what}. ${last}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Waits until the gateway reaches every service. */
export async function waitForHealth(gatewayUrl: string): Promise<void> {
  await waitUntil(`${gatewayUrl}/health/ready`, async () => {
    const response = await fetch(`${gatewayUrl}/health/ready`)
    await response.body?.cancel()
    return response.status === 200
  })
}

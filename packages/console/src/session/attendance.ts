/**
 * A page that nobody has touched for so long is left alone: what it reads then does not prolong the
 * session.
 */
const ALONE_MS = 60_000

let touchedAt = performance.now()

for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const) {
  const touch = () => {
    touchedAt = performance.now()
  }
  globalThis.addEventListener(name, touch, { capture: true, passive: true })
}

/** Whether someone uses the page at the moment. */
export function isAttended(): boolean {
  return performance.now() - touchedAt < ALONE_MS
}

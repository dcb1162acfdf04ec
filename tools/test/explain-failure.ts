/** What TAP reports of a failed test point; every field may be missing. */
type Diagnostics = {
  diff?: unknown
  found?: unknown
  wanted?: unknown
  doNotWant?: unknown
  pattern?: unknown
  error?: { message?: string; stack?: string }
  cause?: { message?: string; stack?: string }
  stack?: string
  at?: { fileName?: string; lineNumber?: number; columnNumber?: number }
  exitCode?: number
  signal?: string
  timeout?: number
  reason?: string
  message?: string
}

/**
 * A failed test point in a few readable lines: the difference or the values, and the place in the
 * test.
 */
export function explainFailure(diagnostics: unknown): string {
  const diag: Diagnostics = typeof diagnostics === 'object' && diagnostics !== null ? diagnostics : {}
  const lines = [...difference(diag), ...ending(diag), ...place(diag)]
  return lines.length > 0 ? lines.join('\n') : 'No details were given.'
}

function difference(diag: Diagnostics): string[] {
  if (typeof diag.diff === 'string') return [diag.diff.trimEnd()]
  const lines: string[] = []
  for (const field of ['found', 'wanted', 'doNotWant', 'pattern', 'reason', 'message'] as const) {
    if (field in diag) lines.push(`${field}: ${shown(diag[field])}`)
  }
  if (diag.error?.message) lines.push(`error: ${diag.error.message}`)
  if (diag.cause?.message)
    lines.push(`cause: ${diag.cause.message}`, ...(diag.cause.stack?.trimEnd().split('\n').slice(0, 4) ?? []))
  return lines
}

function ending(diag: Diagnostics): string[] {
  if (diag.timeout) return [`The time limit of ${diag.timeout} ms was reached.`]
  if (diag.signal) return [`The test file was ended by ${diag.signal}.`]
  return diag.exitCode ? [`The test file ended with exit code ${diag.exitCode}.`] : []
}

function place({ at, stack, error }: Diagnostics): string[] {
  const trace = stack ?? error?.stack
  if (trace) return trace.trimEnd().split('\n').slice(0, 8)
  return at?.fileName ? [`at ${at.fileName}:${at.lineNumber}:${at.columnNumber}`] : []
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

import type { ProcessExit } from './managed-process.ts'

const errorLevel = 50

/** Why a process ended, in its own words: its last logged error, else the last lines that it wrote. */
export function explainExit({ code, signal }: ProcessExit, lines: readonly string[]): string {
  const ending = signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`
  const error = lines.findLast((line) => (logRecord(line)?.level ?? 0) >= errorLevel)
  if (error !== undefined) return messageOf(logRecord(error) ?? {})
  const thrown = lines.filter((line) => logRecord(line) === null && line.trim() !== '')
  const message = thrown.find((line) => /^(\w*Error|Error)(:| \[)/.test(line))
  if (message !== undefined) return message
  return thrown.length > 0 ? `${ending}.\n  ${thrown.slice(-15).join('\n  ')}` : `${ending} and wrote nothing.`
}

export type LogRecord = { level?: number; time?: number | string; msg?: string; err?: { message?: string; stack?: string } } & {
  [member: string]: unknown
}

/** A line of a structured log, or null when it is another line. */
export function logRecord(line: string): LogRecord | null {
  if (!line.startsWith('{')) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function messageOf({ msg, err }: LogRecord): string {
  const reason = err?.message ?? ''
  if (!msg || msg === reason) return reason
  return reason === '' || msg.includes(reason) ? msg : `${msg}: ${reason}`
}

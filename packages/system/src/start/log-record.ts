/** The names of pino's levels, by their numbers. */
export const levelNames: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

export type LogRecord = {
  /** 0 when it has none. */
  level: number
  time?: number | string
  msg?: string
  err?: { message?: string; stack?: string }
} & { [field: string]: unknown }

/**
 * A line of a structured log, whose level may be written by number or by name; null when it is
 * another line.
 */
export function readLogRecord(line: string): LogRecord | null {
  if (!line.startsWith('{')) return null
  try {
    const record = JSON.parse(line)
    return { ...record, level: levelNumber(record.level) }
  } catch {
    return null
  }
}

function levelNumber(level: unknown): number {
  if (typeof level === 'number') return level
  return Number(Object.entries(levelNames).find(([, name]) => name === level)?.[0] ?? 0)
}

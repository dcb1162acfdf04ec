import type { ProcessExit } from '@oms/local-servers/managed-process'
import { type LogRecord, readLogRecord } from './log-record.ts'

const errorLevel = 50

/**
 * Why a process ended, in its own words: its last logged error, else the last lines that it wrote.
 */
export function explainExit({ code, signal }: ProcessExit, lines: readonly string[]): string {
  const ending = signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`
  const records = lines.map(readLogRecord)
  const error = records.findLast((record) => record !== null && record.level >= errorLevel)
  if (error) return recordMessage(error)
  const thrown = lines.filter((line, index) => records[index] === null && line.trim() !== '')
  const message = thrown.find((line) => /^(\w*Error|Error)(:| \[)/.test(line))
  if (message !== undefined) return message
  const last = thrown.length > 0 ? thrown : lines
  return last.length > 0 ? `${ending}.\n  ${last.slice(-15).join('\n  ')}` : `${ending} and wrote nothing.`
}

function recordMessage({ msg, err }: LogRecord): string {
  const reason = err?.message ?? ''
  if (!msg || msg === reason) return reason
  return reason === '' || msg.includes(reason) ? msg : `${msg}: ${reason}`
}

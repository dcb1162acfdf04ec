import { levelNames, readLogRecord } from './log-record.ts'

const colours = ['\u001b[36m', '\u001b[33m', '\u001b[35m', '\u001b[32m', '\u001b[34m', '\u001b[90m']
const reset = '\u001b[0m'
const widest = 'orders-workflow'.length
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'name', 'service'])

export type LineStyle = { isColoured: boolean; sources: readonly string[] }

/**
 * A line of a process's log for people: its source, the time of day, the level, the message, and
 * what else was logged.
 */
export function readableLine(source: string, line: string, style: LineStyle): string {
  const colour = style.isColoured ? (colours[style.sources.indexOf(source) % colours.length] ?? '') : ''
  return `${colour}${source.padEnd(widest)} |${colour ? reset : ''} ${readableText(line)}`
}

function readableText(line: string): string {
  const record = readLogRecord(line)
  if (!record) return line
  const time = new Date(record.time ?? Number.NaN)
  const clock = Number.isNaN(time.getTime()) ? '' : `${time.toISOString().slice(11, 23)} `
  const rest = Object.entries(record).filter(([name]) => !hidden.has(name))
  const details = rest.map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const stack = record.err ? `\n  ${(record.err.stack ?? record.err.message ?? '').replaceAll('\n', '\n  ')}` : ''
  return `${clock}${(levelNames[record.level] ?? '').padEnd(5)} ${record.msg ?? ''}${details.join('')}${stack}`
}

/** Whether a line says that the configuration has a warning, which `oms config check` says too. */
function isConfigurationWarning(line: string): boolean {
  return readLogRecord(line)?.msg?.startsWith('The configuration has a warning.') === true
}

/**
 * Whether a line of a log is worth showing: of the services everything once the system is ready,
 * and warnings before, but not those of the configuration; of the servers, which log every start
 * and every refused statement, only what an operator has to know.
 */
export function isWorthShowing(source: string, line: string, isReady: boolean): boolean {
  if (source === 'postgres') return isReady && / (WARNING|FATAL|PANIC): /.test(line)
  if (source === 'nats') return isReady && /\[(ERR|FTL)\]/.test(line)
  const record = readLogRecord(line)
  return isReady || (record === null ? line.trim() !== '' : record.level >= 40 && !isConfigurationWarning(line))
}

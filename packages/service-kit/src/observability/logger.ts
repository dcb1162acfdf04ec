import { type DestinationStream, type Logger, pino } from 'pino'
import { standardOutput } from './log-output.ts'
import { redact, redactText } from './redaction.ts'

export type LoggerConfig = {
  /** Named in every record. */
  service: string
  /** `LOG_LEVEL`: fatal, error, warn, info, debug, trace or silent. */
  level: string
}

/** Without a message pino takes that of the error, as it is. */
function withMessage(args: readonly unknown[]): readonly unknown[] {
  if (args.length !== 1) return args
  const [given] = args
  const error = given instanceof Error ? given : (given as { err?: unknown } | null)?.err
  return error instanceof Error ? [given, error.message] : args
}

/**
 * The log of a process: JSON lines with ISO times and the level by name. Secrets, tokens and
 * personal data are hidden at any depth, also inside of texts; `name` counts as personal data, so
 * components use other fields for their names (`consumer`, `step`).
 */
export function createLogger({ service, level }: LoggerConfig, destination: DestinationStream = standardOutput()): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    // The standard serializer runs before `formatters.log` could hide what the error carries.
    serializers: { err: (value: unknown) => value },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (record: Record<string, unknown>) => redact(record) as Record<string, unknown>,
    },
    hooks: {
      logMethod(this: Logger, args: unknown[], method: (...given: unknown[]) => void) {
        method.apply(
          this,
          withMessage(args).map((arg) => (typeof arg === 'string' ? redactText(arg) : arg)),
        )
      },
    },
  }
  return pino(options as never, destination)
}

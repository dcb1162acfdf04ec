import type { BaseLogger } from 'pino'

/** The part of a logger that most of the code needs. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>

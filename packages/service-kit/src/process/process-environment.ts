import { Type } from '@sinclair/typebox'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** How much a process says. */
export function logLevel(usual: (typeof logLevels)[number]) {
  return Type.Union(
    logLevels.map((level) => Type.Literal(level)),
    { default: usual, description: 'Least level of the records that are logged.' },
  )
}

/**
 * What a process is run for. A closed list, because a misspelt `production` would quietly let in
 * what is fit for trying out only.
 */
export function nodeEnv(description: string) {
  return Type.Union([Type.Literal('development'), Type.Literal('test'), Type.Literal('production')], {
    default: 'development',
    description,
  })
}

/** How long a process continues serving once it is asked to stop. */
export const stopNotice = Type.Integer({
  default: 0,
  minimum: 0,
  maximum: 15_000,
  description:
    'How long requests are still taken after SIGTERM, in milliseconds. Readiness is refused meanwhile and connections end with their ' +
    'next response, so that load balancers and the gateway turn to another process. Images set 5000.',
})

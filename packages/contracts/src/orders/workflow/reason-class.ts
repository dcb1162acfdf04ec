/**
 * The kinds of failures of a step, by which people and metrics distinguish them
 * (connectors.md#reason-classes).
 */
export const reasonClasses = [
  'Unreachable',
  'TimedOut',
  'BreakerOpen',
  'TooManyRequests',
  'ServerError',
  'NoOutcome',
  'Refused',
  'NotReady',
  'Rule',
] as const
export type ReasonClass = (typeof reasonClasses)[number]

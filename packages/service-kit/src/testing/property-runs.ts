const factor = Number(process.env.OMS_PROPERTY_RUNS ?? 1)

/** Whether this is `npm run test:long`. */
export const isLongRun = factor > 1

/**
 * How many runs a property gets: `count` in `npm test`, and as many times more as
 * `OMS_PROPERTY_RUNS` says, which `npm run test:long` sets.
 */
export function propertyRuns(count: number): number {
  return Math.ceil(count * factor)
}

/**
 * The files of pure code: no input or output, no clock, no chance. They are the domain of each
 * module, the parts of the order aggregate besides their SQL, its invariants and events, and the
 * money package.
 */
export const pureFiles =
  /^(packages\/money\/src\/|services\/[^/]+\/src\/((modules\/[^/]+\/)?domain\/|order\/(invariants|order-events)\.tsx?|order\/[^/]+\/(?![^/]*-(store|statements)\.tsx?$)))/

/**
 * The files of pure code: no input or output, no clock, no chance. They are the domain of each
 * module, the parts of the order aggregate besides their SQL and the write path, its invariants and
 * events, how runs end, and the money package.
 */
export const pureFiles =
  /^(packages\/money\/src\/|services\/[^/]+\/src\/((modules\/[^/]+\/)?domain\/|order\/(calculated-order|invariants|order-events)\.tsx?|runs\/(end-waiting|step-errors)\.tsx?|order\/(?!write\/)[^/]+\/(?![^/]*-(store|statements)\.tsx?$)))/

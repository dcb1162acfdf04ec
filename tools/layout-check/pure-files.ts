/**
 * The files of pure code: no input or output, no clock, no chance. They are the domain of each
 * module, the rules of the order, how runs end, and the money package.
 */
export const pureFiles =
  /^(packages\/money\/src\/|services\/[^/]+\/src\/((modules\/[^/]+\/)?domain\/|order\/rules\/|runs\/(end-waiting|step-errors)\.tsx?$))/

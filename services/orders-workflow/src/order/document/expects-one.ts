/**
 * True of every list. By such a condition the planner expects one row instead of a hundred, and
 * goes by the indexes however small the tables are: it keeps its plans while they grow.
 */
export const expectsOne = (column: string) => `${column} between 0 and ${Number.MAX_SAFE_INTEGER}`

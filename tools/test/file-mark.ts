/** Begins the line on the error output of a test process that says which file is next: what follows it there is of that file. */
export const fileMark = '\u0000file '

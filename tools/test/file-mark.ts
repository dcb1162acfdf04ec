/**
 * The line on the error output of a test process that says which file is next: what follows it
 * there is of that file.
 */
export function fileMark(file: string): string {
  return `\n\u0000file ${file}\n`
}

/** Finds such lines, and captures their files. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a test's own output has no such character.
export const fileMarks = /\n\u0000file (.*)\n/

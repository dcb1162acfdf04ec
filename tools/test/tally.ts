/** One thing that went wrong, as it is told at the end. */
export type Failure = { where: string; text: string }

/** What a run counts: every step and every test point is one that passed or failed. */
export type Tally = { passed: number; failures: Failure[] }

export function emptyTally(): Tally {
  return { passed: 0, failures: [] }
}

/** The failures one after the other, then the closing line that continuous integration reads. */
export function report({ passed, failures }: Tally): string {
  const told = failures.map(({ where, text }) => `\nFAILED ${where}\n${indent(text)}`)
  return `${told.join('\n')}${told.length > 0 ? '\n\n' : '\n'}${passed} passed, ${failures.length} failed\n`
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
}

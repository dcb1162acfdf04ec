/** One thing that went wrong, as it is told when it happened and once more at the end. */
export type Failure = { where: string; text: string }

/** What a run counts: every step and every test point is one that passed or failed. */
export type Tally = { passed: number; failures: Failure[] }

// Continuous integration may show the end of a log only: it has to tell everything, and one failure must not push the others out.
const linesMax = 60
const lastLines = 20
const failuresMax = 40

export function emptyTally(): Tally {
  return { passed: 0, failures: [] }
}

/** One failure with all that is known of it. */
export function describe({ where, text }: Failure): string {
  return `FAILED ${where}\n${indent(text)}`
}

/** Each failure once more in at most 60 lines, then the closing line that continuous integration reads. */
export function report({ passed, failures }: Tally): string {
  const told = failures.slice(0, failuresMax).map(({ where, text }) => `\n${describe({ where, text: shortened(text) })}\n`)
  const others = failures.slice(failuresMax).map(({ where }) => `FAILED ${where}\n`)
  return `${told.join('')}${others.length > 0 ? `\n${others.join('')}` : ''}\n${passed} passed, ${failures.length} failed\n`
}

function shortened(text: string): string {
  const lines = text.trimEnd().split('\n')
  if (lines.length <= linesMax) return text
  const first = linesMax - lastLines - 1
  const left = `… ${lines.length - linesMax + 1} lines are left out here …`
  return [...lines.slice(0, first), left, ...lines.slice(-lastLines)].join('\n')
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
}

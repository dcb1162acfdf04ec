/** A block of code of a page: a new file, or a change of one. */
export type CodeBlock = { kind: 'file'; path: string; text: string } | { kind: 'change'; path: string; hunks: Hunk[] }

/** Lines of the file, and what takes their place. */
type Hunk = { before: string[]; after: string[] }

/**
 * The blocks of a page that are code of the project: `ts` and `tsx` whose first line is a comment
 * with a path, and `diff` whose first line is `+++` and a path, with hunks behind `@@`.
 */
export function readCodeBlocks(page: string): CodeBlock[] {
  const blocks = page.matchAll(/^```(tsx?|diff)\n(?:\/\/|\+\+\+) (\S+)\n(.*?)^```$/gms)
  return [...blocks].map(([, language, path = '', text = '']): CodeBlock => {
    if (language !== 'diff') return { kind: 'file', path, text }
    const hunks = text.split(/^@@.*\n/m).slice(1)
    return { kind: 'change', path, hunks: hunks.map((hunk) => ({ before: side(hunk, '-'), after: side(hunk, '+') })) }
  })
}

/** The lines of one side of a hunk. */
function side(hunk: string, sign: '-' | '+'): string[] {
  const lines = hunk.split('\n').slice(0, -1)
  return lines.filter((line) => ['', ' ', sign].includes(line.charAt(0))).map((line) => line.slice(1))
}

/**
 * Files with the blocks of a page applied, by path. `readFile` returns a file as it is, or null.
 * Raises an error for a new file that exists, and for a hunk whose lines are not in its file
 * exactly once.
 */
export function applyCodeBlocks(blocks: readonly CodeBlock[], readFile: (path: string) => string | null): Map<string, string> {
  const changed = new Map<string, string>()
  for (const block of blocks) {
    const { path } = block
    const text = changed.get(path) ?? readFile(path)
    if (block.kind === 'file') {
      if (text !== null) throw new Error(`${path} exists already.`)
      changed.set(path, block.text)
      continue
    }
    if (text === null) throw new Error(`${path} does not exist.`)
    changed.set(
      path,
      block.hunks.reduce((before, hunk) => withHunk(before, hunk, path), text),
    )
  }
  return changed
}

function withHunk(text: string, { before, after }: Hunk, path: string): string {
  const lines = text.split('\n')
  const starts = lines.flatMap((_, start) => (before.every((line, index) => lines[start + index] === line) ? [start] : []))
  const [start] = starts
  if (start === undefined || starts.length > 1)
    throw new Error(`${path} has ${starts.length} times, not once:\n${before.join('\n')}`)
  return lines.toSpliced(start, before.length, ...after).join('\n')
}

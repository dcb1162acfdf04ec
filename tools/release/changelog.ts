import { StartError } from '@open-oms/local-servers/start-error'
import { wrapProse } from '../docs/wrap-prose.ts'

const UNRELEASED = '## Unreleased'
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
const TO_DO = /\s*\*\*To\s+do\*\*:\s*/

/** The text of a section below its heading; null where there is none. */
export function changelogSection(changelog: string, version: string): string | null {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line === `## ${version}` || line.startsWith(`## ${version} `))
  if (start < 0) return null
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '))
  return lines
    .slice(start + 1, length < 0 ? undefined : start + 1 + length)
    .join('\n')
    .trim()
}

/**
 * The changelog in which what is unreleased has become the section of a version: what has to be
 * done at the upgrade comes first, as a list of its own. Throws a StartError where nothing is
 * unreleased, or a heading is no kind of change.
 */
export function releaseChangelog(changelog: string, version: string, day: string): string {
  const section = changelogSection(changelog, UNRELEASED.slice(3))
  if (section === null || !/^- /m.test(section)) throw new StartError('CHANGELOG.md has nothing below "Unreleased".')
  const wrong = [...section.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading as string).find((heading) => !isKind(heading))
  if (wrong !== undefined)
    throw new StartError(`CHANGELOG.md has "${wrong}" below "Unreleased": a heading begins with ${KINDS.join(', ')}.`)
  const { toDo, rest } = takeToDo(section)
  const first = toDo.length === 0 ? '' : `### To do\n\n${wrapProse(`${toDo.map((text) => `- ${text}`).join('\n')}\n`)}\n`
  const [head = '', tail = ''] = changelog.split(section)
  return `${head.trimEnd()}\n\n## ${version} - ${day}\n\n${first}${rest}${tail}`
}

function isKind(heading: string): boolean {
  return KINDS.some((kind) => heading === kind || heading.startsWith(`${kind} `) || heading.startsWith(`${kind}:`))
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** What the entries of a section say is to be done, and the section without that. */
function takeToDo(section: string): { toDo: string[]; rest: string } {
  const toDo: string[] = []
  const parts = section.split(/\n(?=- |#|\n)/).map((entry) => {
    const [what = '', task] = entry.split(TO_DO)
    if (task === undefined) return entry
    toDo.push(asSentence(task.replaceAll(/\s*\n\s*/g, ' ').trim()))
    return what
  })
  return { toDo, rest: parts.join('\n') }
}

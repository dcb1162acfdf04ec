import { errorGuide } from '@open-oms/contracts/error-guide'
import { type ErrorCode, errorStatus } from '@open-oms/contracts/errors'

/** The page of all error codes: status, meaning, and what to do. */
export function errorsPage(note: string): string {
  const rows = (Object.keys(errorStatus) as ErrorCode[]).map((code) => {
    const { meaning, remedy } = errorGuide[code]
    return `| \`${code}\` | ${errorStatus[code]} | ${meaning} | ${remedy} |`
  })
  const text =
    'Every error has one body: `error` is the code, `message` says what is wrong for people, `errors` has\n' +
    'texts by the path of each bad value, and `traceId` names the request in logs and traces.'
  return `# Error codes\n\n${note}\n\n${text}\n\n| Code | Status | Meaning | What to do |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

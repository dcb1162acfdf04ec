import { isUuid } from '@open-oms/contracts/uuid'
import { cursorFormat } from '@open-oms/service-kit/input/cursor'

/** The position of a run in the order of runs: when it began, ISO 8601 UTC, and its id. */
export type RunPosition = { started: string; id: string }

const POSITION = /^(\d{1,15})\.([0-9a-f-]{36})$/
/** The last moment that both JavaScript and a year of four digits know. */
const TIME_MAX = Date.UTC(9999, 11, 31)

export const runCursor = cursorFormat<RunPosition>({
  write: ({ started, id }) => `${Date.parse(started)}.${id}`,
  read(text) {
    const [, time = '', id = ''] = POSITION.exec(text) ?? []
    return isUuid(id) && Number(time) <= TIME_MAX ? { started: new Date(Number(time)).toISOString(), id } : null
  },
  problem: 'is not the `next` of a search for runs',
})

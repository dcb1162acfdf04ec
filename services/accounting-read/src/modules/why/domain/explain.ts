import { LIST_MAX } from '@oms/contracts/primitives'
import { dayReasons } from '@oms/contracts/why/day-reasons'
import { command, counted, type Explainer, evidence, type Facts, type Reason, reason } from './facts.ts'
import { zReportMissing, zReportReasons } from './posting-reasons.ts'
import { webDayReasons } from './web-day-reasons.ts'

function switchedOff(facts: Facts): Reason | null {
  const { postingEnabled, webFulfillmentPostingEnabled } = facts.settings
  if (postingEnabled && webFulfillmentPostingEnabled) return null
  const [setting, what] = postingEnabled
    ? ['accounting.webFulfillmentPostingEnabled', 'Postings of web orders']
    : ['accounting.postingEnabled', 'Postings']
  return reason(facts, {
    code: 'PostingSwitchedOff',
    sentence: `${what} are switched off by ${setting} of the settings: nothing is built, and what came in waits.`,
    evidence: [evidence('Configuration', { setting, postingEnabled, webFulfillmentPostingEnabled })],
  })
}

/** events.md#dead-letters */
function givenUp(facts: Facts): Reason | null {
  const { deadLetters, isOfDay } = facts.events
  if (deadLetters === 0) return null
  return reason(facts, {
    code: 'EventsGivenUp',
    sentence: `${counted(deadLetters, 'event')} of payments or Z-reports ${eventScope(isOfDay)} could not be handled and were given up: the day is not complete without them.`,
    actions: [
      command('List them with their reasons.', 'npx oms events dead-letters list --service accounting-read'),
      command('Have them handled again, once the cause is removed.', 'npx oms events dead-letters replay --id <id>'),
    ],
    evidence: [evidence('Events', { ...facts.events })],
  })
}

function waitingEvents(facts: Facts): Reason | null {
  const { parked, isOfDay } = facts.events
  if (parked === 0) return null
  return reason(facts, {
    code: 'EventsWaiting',
    sentence: `${counted(parked, 'event')} of payments or Z-reports ${eventScope(isOfDay)} wait for an earlier one that is missing or fails.`,
    next: {
      sentence: 'The missing event is asked for again, and the waiting ones follow it; else it becomes a dead letter.',
      at: null,
    },
    evidence: [evidence('Events', { ...facts.events })],
  })
}

function eventScope(isOfDay: boolean): string {
  return isOfDay ? 'that would change the day' : 'of any day'
}

const dayExplainers: readonly Explainer[] = [switchedOff, givenUp, waitingEvents, zReportMissing]

const ranks = new Map(Object.keys(dayReasons).map((code, rank) => [code, rank]))

/** Why a day is posted or not, the most pressing reason first, at most 250 (why.md#reasons). */
export function reasonsOfDay(facts: Facts): Reason[] {
  const reasons = [...dayExplainers.flatMap((explain) => explain(facts) ?? []), ...webDayReasons(facts), ...zReportReasons(facts)]
  const reasonRank = ({ code }: Reason) => ranks.get(code) ?? ranks.size
  return reasons.toSorted((a, b) => reasonRank(a) - reasonRank(b)).slice(0, LIST_MAX)
}

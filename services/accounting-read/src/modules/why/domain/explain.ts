import { LIST_MAX } from '@open-oms/contracts/primitives'
import { dayReasons } from '@open-oms/contracts/why/catalogue/day-catalogue'
import { command, evidence, type Facts, type Reason, reason } from './facts.ts'
import { zReportMissing, zReportReasons } from './posting-reasons.ts'
import { webDayReasons } from './web-day-reasons.ts'

function switchedOff(facts: Facts): Reason | null {
  const { postingEnabled, webFulfillmentPostingEnabled } = facts.settings
  if (postingEnabled && webFulfillmentPostingEnabled) return null
  const setting = postingEnabled ? 'accounting.webFulfillmentPostingEnabled' : 'accounting.postingEnabled'
  return reason(facts, {
    code: 'PostingSwitchedOff',
    parameters: { setting },
    evidence: [evidence('Configuration', { setting, postingEnabled, webFulfillmentPostingEnabled })],
  })
}

/** events.md#dead-letters */
function givenUp(facts: Facts): Reason | null {
  const { deadLetters: events, isOfDay: ofDay } = facts.events
  if (events === 0) return null
  return reason(facts, {
    code: 'EventsGivenUp',
    parameters: { events, ofDay },
    actions: [
      command('ListDeadLetters', 'npx oms events dead-letters list --service accounting-read'),
      command('ReplayDeadLetter', 'npx oms events dead-letters replay --id <id>'),
    ],
    evidence: [evidence('Events', { ...facts.events })],
  })
}

function waitingEvents(facts: Facts): Reason | null {
  const { parked: events, isOfDay: ofDay } = facts.events
  if (events === 0) return null
  return reason(facts, {
    code: 'EventsWaiting',
    parameters: { events, ofDay },
    next: { code: 'EventsAskedFor', at: null },
    evidence: [evidence('Events', { ...facts.events })],
  })
}

const dayExplainers = [switchedOff, givenUp, waitingEvents, zReportMissing]

const ranks = new Map(Object.keys(dayReasons).map((code, rank) => [code, rank]))

/** Why a day is posted or not, the most pressing reason first, at most 250 (why.md#reasons). */
export function reasonsOfDay(facts: Facts): Reason[] {
  const reasons = [...dayExplainers.flatMap((explain) => explain(facts) ?? []), ...webDayReasons(facts), ...zReportReasons(facts)]
  const reasonRank = ({ code }: Reason) => ranks.get(code) ?? ranks.size
  return reasons.toSorted((a, b) => reasonRank(a) - reasonRank(b)).slice(0, LIST_MAX)
}

import { newEvent, toEnvelope } from '../../events/new-event.ts'
import { counterGrown } from '../counter-events.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimulatedStatement } from './simulated-database.ts'

const SUBJECTS = ['a', 'b']
/** How many events a simulation writes. */
export const EVENTS = 6
/** Envelopes cost more than all else: each is made once. */
const envelopes = new Map<string, ReturnType<typeof makeEvent>>()

function makeEvent(subject: string, sequence: number) {
  const event_id = `00000000-0000-7000-8000-${subject.charCodeAt(0)}${String(sequence).padStart(9, '0')}`
  const event = newEvent(counterGrown, { id: event_id, subject, sequence, time: new Date(0), data: { by: 1 } })
  const envelope = toEnvelope(event, undefined)
  return { event_id, source: envelope.source, subject, sequence, envelope: JSON.stringify(envelope) }
}

function envelopeOf(subject: string, sequence: number): ReturnType<typeof makeEvent> {
  const key = `${subject} ${sequence}`
  const made = envelopes.get(key) ?? makeEvent(subject, sequence)
  envelopes.set(key, made)
  return made
}

/** Writes some of the events, each of an aggregate that follows from the seed. */
export const writeEvents = (random: Scheduler['random']): SimulatedStatement => ({
  run: (view, [count]) => {
    const rows = view.all('written')
    for (let id = rows.length + 1; id <= Math.min(EVENTS, rows.length + Number(count)); id++) {
      const subject = SUBJECTS[random(SUBJECTS.length)] as string
      const sequence = view.all('written').filter((row) => row.subject === subject).length + 1
      view.set('written', String(id), { subject, sequence })
      const row = { id, ...envelopeOf(subject, sequence), type: counterGrown.type, traceparent: null, is_repeated: false }
      view.set('outbox', String(id), row)
    }
    return []
  },
})

/** The effect of an event: once, and in the order of its aggregate. */
export const applyEffect: SimulatedStatement = {
  run: (view, [subject, sequence]) => {
    const done = view.all('effect').filter((row) => row.subject === subject).length
    view.set('effect', `${subject} ${sequence} ${view.all('effect').length}`, { subject, sequence })
    // Judged once it is committed: the transaction may still be undone.
    if (sequence !== done + 1) view.set('fault', 'order', { text: `${subject} ${sequence} had its effect as number ${done + 1}` })
    return []
  },
}

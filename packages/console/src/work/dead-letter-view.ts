import { textIn } from '../address-search.ts'

/** The services that handle events of others. */
export const letterServices = ['orders', 'accounting'] as const
export type LetterService = (typeof letterServices)[number]

/** What the page of dead letters shows, as its address says. Without a service: those of orders. */
export type DeadLetterView = { service?: LetterService; consumer?: string; letter?: string }

/** The state of the page in an address; what it does not understand is left out. */
export function readDeadLetterView(raw: Readonly<Record<string, unknown>>): DeadLetterView {
  const service = letterServices.find((one) => one === raw.service)
  const [consumer, letter] = [textIn(raw.consumer), textIn(raw.letter)]
  return {
    ...(service === undefined || service === 'orders' ? {} : { service }),
    ...(consumer === undefined ? {} : { consumer }),
    ...(letter === undefined ? {} : { letter }),
  }
}

/** The event of a dead letter for people: indented, where it is JSON. */
export function readableEvent(event: string): string {
  try {
    return JSON.stringify(JSON.parse(event), null, 2)
  } catch {
    return event
  }
}

/** The order that an event is about; null where it is about something else. */
export function subjectOrderId({ source, subject }: { source: string | null; subject: string | null }): string | null {
  return source === '/orders/order' ? subject : null
}

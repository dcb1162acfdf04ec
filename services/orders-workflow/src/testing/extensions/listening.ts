import { appendFileSync } from 'node:fs'
import type { ExtensionEvent } from '@open-oms/extend/event-handler'
import { defineExtension } from '@open-oms/extend/extension'

/** What the extension does with an event; tests replace it. */
export const mood: { handle(event: ExtensionEvent, call: { signal: AbortSignal; failures: number }): unknown } = {
  handle: () => undefined,
}

export const extension = defineExtension({
  name: 'listening',
  onEvent: {
    types: ['orders.order.>', 'catalog.>'],
    async handle(event, call) {
      const { HEARD } = process.env
      if (HEARD !== undefined) appendFileSync(HEARD, `${event.id}\n`)
      if (process.env.DIES_WHEN_IT_HEARS === 'true') process.kill(process.pid, 'SIGKILL')
      await mood.handle(event, call)
    },
  },
})

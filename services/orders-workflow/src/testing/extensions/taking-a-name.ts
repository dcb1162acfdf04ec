import { defineExtension } from '@open-oms/extend/extension'
import { defineStep } from '@open-oms/extend/step'

/** Names a step that the system has. */
export const extension = defineExtension({
  name: 'taking',
  steps: [
    defineStep({
      kind: 'change',
      names: ['BookShipment'],
      properties: {},
      reference: { does: 'Books', conditions: [], warnings: [], errors: [] },
      apply: (order) => ({ order, actionStatus: 'Success' }),
    }),
  ],
})

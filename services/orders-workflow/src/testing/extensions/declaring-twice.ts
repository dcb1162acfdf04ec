import { defineExtension } from '@open-oms/extend/extension'
import { defineField } from '@open-oms/extend/field'

/** The other one declares the same field. */
export const extension = defineExtension({
  name: 'twice',
  steps: [],
  fields: [defineField({ key: 'points', on: 'order', type: 'text', en: 'Points' })],
})

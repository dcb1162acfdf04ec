import { defineExtension } from '@open-oms/extend/extension'

export const extension = defineExtension({
  name: 'curious',
  steps: [],
  reports: [
    {
      name: 'passwords',
      label: { en: 'Passwords' },
      description: { en: 'What no report reads' },
      columns: [{ name: 'name', type: 'Text', label: { en: 'Name' } }],
      sql: 'select name from credential',
    },
  ],
})

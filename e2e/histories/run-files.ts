/** The files of a run in its folder. */
export const files = {
  plan: 'plan.json',
  history: 'history.jsonl',
  state: 'state.jsonl',
  tenant: 'tenant',
  logs: 'logs',
} as const

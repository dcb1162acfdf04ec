import type { CommandGroup, DeclareCommand } from '../command.ts'

/** A command, or a group of them. */
export type CommandEntry = CommandGroup | DeclareCommand

/** Every command of `oms` by its name, in the order of the help. Loading all of them takes half of what a call takes. */
const loaders: Readonly<Record<string, () => Promise<CommandEntry>>> = {
  order: async () => (await import('./order/order-commands.ts')).orderCommands,
  runs: async () => (await import('./runs/runs-commands.ts')).runsCommands,
  jobs: async () => (await import('./jobs/jobs-commands.ts')).jobsCommands,
  config: async () => (await import('./config/config-commands.ts')).configCommands,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  zreport: async () => (await import('./zreport/zreport-commands.ts')).zreportCommands,
  template: async () => (await import('./template/template-commands.ts')).templateCommands,
  accounting: async () => (await import('./accounting/accounting-commands.ts')).accountingCommands,
  assets: async () => (await import('./assets/assets-commands.ts')).assetsCommands,
  events: async () => (await import('./events/events-commands.ts')).eventsCommands,
  webhooks: async () => (await import('./webhooks/webhooks-commands.ts')).webhooksCommands,
  backup: async () => (await import('./backup/backup.ts')).backup,
  restore: async () => (await import('./backup/restore.ts')).restore,
  verify: async () => (await import('./verify.ts')).verify,
  import: async () => (await import('./import/import-commands.ts')).importCommands,
  export: async () => (await import('./export/export-commands.ts')).exportCommands,
  profile: async () => (await import('./profile/profile-commands.ts')).profileCommands,
  user: async () => (await import('./user/user-commands.ts')).userCommands,
}

/** Every command of `oms`, in the order of the help. */
export function allCommands(): Promise<CommandEntry[]> {
  return Promise.all(Object.values(loaders).map((load) => load()))
}

/** The commands that a command line needs: the one that it names; else all, which its help, or its completion, shows. */
export async function commandsFor(args: readonly string[]): Promise<CommandEntry[]> {
  const load = loaders[nameIn(args) ?? '']
  return load === undefined ? await allCommands() : [await load()]
}

/** The name of the command; null when the first word is not whole, or no name. */
function nameIn(args: readonly string[]): string | null {
  const isCompletion = args[0] === 'complete'
  const words = isCompletion ? args.slice(args[1] === '--' ? 2 : 1) : args
  const [name = ''] = words
  // Options may be before the name, and the last word is still being typed.
  const isWhole = !isCompletion || words.length > 1
  return isWhole && Object.hasOwn(loaders, name) ? name : null
}

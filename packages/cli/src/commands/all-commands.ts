import type { CommandGroup, DeclareCommand } from '../command.ts'

/** A command, or a group of them. */
export type CommandEntry = CommandGroup | DeclareCommand

type Loader = { summary: string; load: () => Promise<readonly DeclareCommand[]> } | (() => Promise<DeclareCommand>)

/**
 * Every command of `oms` by its name, in the order of the help. Loading all of them takes most of
 * what a call takes, and a completion is waited for at every key: what a group says of itself is
 * here, and its commands are loaded when they are needed.
 */
const loaders: Readonly<Record<string, Loader>> = {
  order: {
    summary: 'Explains an order, and puts it right',
    load: async () => (await import('./order/order-commands.ts')).orderCommands,
  },
  runs: {
    summary: 'Finds workflow runs that failed or wait, over all orders, and puts them right together',
    load: async () => (await import('./runs/runs-commands.ts')).runsCommands,
  },
  jobs: {
    summary: 'Follows and cancels work on many things that is done in the background',
    load: async () => (await import('./jobs/jobs-commands.ts')).jobsCommands,
  },
  customer: {
    summary: 'Exports what is stored about a customer, and erases it',
    load: async () => (await import('./customer-commands.ts')).customerCommands,
  },
  config: {
    summary: 'Checks and compares configurations before they are used, and moves orders to new statuses',
    load: async () => (await import('./config/config-commands.ts')).configCommands,
  },
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  zreport: {
    summary: 'Shows what the registers of a store have sold',
    load: async () => (await import('./zreport-commands.ts')).zreportCommands,
  },
  template: {
    summary: 'Shows and checks the templates of mails, SMS and documents',
    load: async () => (await import('./template/template-commands.ts')).templateCommands,
  },
  accounting: {
    summary: 'Builds, verifies and exports postings, beside the system',
    load: async () => (await import('./accounting-commands.ts')).accountingCommands,
  },
  assets: {
    summary: 'Verifies, sweeps, copies and relocates the files of assets, beside the system',
    load: async () => (await import('./assets-commands.ts')).assetsCommands,
  },
  events: {
    summary: 'Looks after events beside the system: dead letters, and events that were lost',
    load: async () => (await import('./events/events-commands.ts')).eventsCommands,
  },
  webhooks: {
    summary: 'Lists and repeats deliveries to webhook subscriptions, beside the system',
    load: async () => (await import('./webhooks-commands.ts')).webhooksCommands,
  },
  connector: {
    summary: 'Holds a connector of your own to the protocol',
    load: async () => (await import('./connector/connector-commands.ts')).connectorCommands,
  },
  extension: {
    summary: 'Begins an extension of your own',
    load: async () => (await import('./extension/extension-commands.ts')).extensionCommands,
  },
  mcp: async () => (await import('./mcp/mcp.ts')).mcp,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./backup.ts')).restore,
  client: {
    summary: 'Lists API clients, and when each was last used',
    load: async () => (await import('./client-commands.ts')).clientCommands,
  },
  audit: {
    summary: 'Lists who did what, and verifies the audit log',
    load: async () => (await import('./audit-commands.ts')).auditCommands,
  },
  verify: async () => (await import('./verify.ts')).verify,
  import: {
    summary: 'Takes data over from a file: checked first, resumable, reconciled at the end',
    load: async () => (await import('./import/import-commands.ts')).importCommands,
  },
  export: {
    summary: 'Writes data to a file that can be imported again',
    load: async () => (await import('./export-commands.ts')).exportCommands,
  },
  report: {
    summary: 'Runs reports of orders, stock and the ledger, and writes them as files',
    load: async () => (await import('./report/report-commands.ts')).reportCommands,
  },
  profile: {
    summary: 'Names the systems that are operated, and keeps how they are reached',
    load: async () => (await import('./profile/profile-commands.ts')).profileCommands,
  },
  user: {
    summary: 'Says who may sign in, in `users.json` of a configuration folder; the gateway takes it over when it reloads',
    load: async () => (await import('./user/user-commands.ts')).userCommands,
  },
}

/** Every command of `oms`, in the order of the help. */
export function allCommands(): Promise<CommandEntry[]> {
  return Promise.all(Object.entries(loaders).map(loadWhole))
}

/**
 * The commands that a command line needs: the one that it names; without the commands of groups
 * when only the names are shown; else all, for the parser to say what is wrong.
 */
export async function commandsFor(args: readonly string[]): Promise<CommandEntry[]> {
  const isCompletion = args[0] === 'complete'
  const words = isCompletion ? args.slice(args[1] === '--' ? 2 : 1) : args
  const [name = ''] = words
  // Options may be before the name, and the last word of a completion is still being typed.
  const isWhole = !isCompletion || words.length > 1
  const named = Object.entries(loaders).filter(([key]) => isWhole && key === name)
  if (named.length > 0) return await Promise.all(named.map(loadWhole))
  const isOverview = words.length === 0 || (words.length === 1 && (isCompletion || overviewWords.has(name)))
  return isOverview ? await Promise.all(Object.entries(loaders).map(loadSummary)) : await allCommands()
}

const overviewWords = new Set(['help', '--help', '-h', '--version', '-V'])

async function loadWhole([name, loader]: [string, Loader]): Promise<CommandEntry> {
  return typeof loader === 'function' ? await loader() : { name, summary: loader.summary, commands: await loader.load() }
}

async function loadSummary([name, loader]: [string, Loader]): Promise<CommandEntry> {
  return typeof loader === 'function' ? await loader() : { name, summary: loader.summary, commands: [] }
}

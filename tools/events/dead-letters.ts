import { createDatabase, type Database } from '@oms/service-kit/database/database'
import {
  countQuarantined,
  type DeadLetter,
  dropDeadLetters,
  listDeadLetters,
  replayDeadLetters,
  type Selection,
} from '@oms/service-kit/events/dead-letters'
import { createLogger } from '@oms/service-kit/observability/logger'
import { dataFolder, readRunFile } from '../run-file.ts'
import { type DatabaseService, databaseServices, environmentPrefix } from '../start/service-names.ts'
import type { DeadLetterCommand } from './read-command.ts'

export type ServiceLetter = DeadLetter & { service: DatabaseService }

export type Outcome = {
  letters: ServiceLetter[] /** Events that wait behind dead letters or for a gap to be filled. */
  parked: number
}

/**
 * The databases of the system: `<SERVICE>_DATABASE_URL` in the environment, else those of
 * `run.json`. Throws an error that says what is missing.
 */
function findDatabases(services: readonly DatabaseService[], environment: NodeJS.ProcessEnv): Map<DatabaseService, string> {
  const given = new Map<DatabaseService, string>()
  for (const service of databaseServices) {
    const url = environment[`${environmentPrefix(service)}_DATABASE_URL`]
    if (url) given.set(service, url)
  }
  const running = services.every((service) => given.has(service)) ? {} : readRunFile(dataFolder(environment)).databaseUrls
  return new Map(
    services.map((service) => {
      const url = given.get(service) ?? running[service]
      if (url === undefined) throw new Error(`The running system names no database of ${service}.`)
      return [service, url]
    }),
  )
}

async function withDatabase<T>(service: DatabaseService, url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase({
    url,
    log: createLogger({ service: 'events', level: 'fatal' }),
    applicationName: 'oms events',
    poolSizeMax: 1,
  })
  try {
    return await work(database)
  } catch (error) {
    throw new Error(`The database of ${service} cannot be used: ${(error as Error).message}`, { cause: error })
  } finally {
    await database.close()
  }
}

async function act(database: Database, action: DeadLetterCommand['action'], selection: Selection): Promise<DeadLetter[]> {
  if (action === 'replay') return await replayDeadLetters(database, selection)
  if (action === 'drop') return await dropDeadLetters(database, selection)
  const letters = await listDeadLetters(database)
  return selection === 'all' ? letters : letters.filter(({ id, eventId }) => [String(id), eventId].includes(selection.id))
}

/** Two services may each have a dead letter of the same number; which one is meant must be said. */
async function refuseAmbiguous(command: DeadLetterCommand, databases: Map<DatabaseService, string>): Promise<void> {
  const { action, selection } = command
  if (action === 'list' || selection === 'all' || !/^\d+$/.test(selection.id)) return
  const found = (await run({ ...command, action: 'list' }, databases)).letters
  const owners = new Set(found.map(({ service }) => service))
  if (owners.size > 1)
    throw new Error(`There is a dead letter ${selection.id} in ${[...owners].join(' and ')}: name one with --service.`)
}

async function run(command: DeadLetterCommand, databases: Map<DatabaseService, string>): Promise<Outcome> {
  const outcome: Outcome = { letters: [], parked: 0 }
  for (const [service, url] of databases) {
    await withDatabase(service, url, async (database) => {
      for (const letter of await act(database, command.action, command.selection)) outcome.letters.push({ ...letter, service })
      for (const { parked } of Object.values(await countQuarantined(database))) outcome.parked += parked
    })
  }
  return outcome
}

/** Lists, replays or drops dead letters of the system's services. Returns the affected ones. */
export async function handleDeadLetters(command: DeadLetterCommand, environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const databases = findDatabases(command.services, environment)
  await refuseAmbiguous(command, databases)
  return await run(command, databases)
}

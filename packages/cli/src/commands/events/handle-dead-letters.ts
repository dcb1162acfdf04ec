import type { Database } from '@open-oms/service-kit/database/database'
import {
  countQuarantined,
  type DeadLetter,
  listDeadLetters,
  replayDeadLetters,
} from '@open-oms/service-kit/dead-letters/dead-letters'
import { dropDeadLetters } from '@open-oms/service-kit/dead-letters/drop-dead-letters'
import type { DatabaseService } from '@open-oms/system/start/service-names'
import { findDatabases, withDatabase } from './databases.ts'

/** The number of a dead letter or the id of an event, or all. */
type Selection = { id: string } | 'all'

export type DeadLetterCommand = {
  action: 'list' | 'replay' | 'drop'
  services: readonly DatabaseService[]
  selection: Selection
}

export type ServiceLetter = DeadLetter & { service: DatabaseService }

export type Outcome = {
  letters: ServiceLetter[] /** Events that wait behind dead letters or for a gap to be filled. */
  parked: number
}

async function act(database: Database, action: DeadLetterCommand['action'], selection: Selection): Promise<DeadLetter[]> {
  if (action === 'replay') return await replayDeadLetters(database, selection)
  if (action === 'drop') return await database.inTransaction((tx) => dropDeadLetters(tx, selection))
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

import pg from 'pg'

/**
 * Connects to a database. A connection that is lost while nothing is asked makes the next query
 * fail.
 */
export async function connectDatabase(connectionString: string | undefined, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: applicationName })
  // Without a listener the loss would end the process, which could not remove what it made.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

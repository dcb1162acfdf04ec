import pg from 'pg'

/**
 * Whether the driver can use a text as the address of a database; it throws in the middle of its
 * work otherwise.
 */
export function isDatabaseAddress(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false
  try {
    void new pg.Client({ connectionString: text })
    return true
  } catch {
    return false
  }
}

/**
 * A variable of the environment that a program cannot do without. Raises an error that names it
 * when it is not set.
 */
export function required(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`)
  return value
}

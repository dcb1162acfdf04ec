import { textOf } from './run-program.ts'

/** The program that builds and runs containers, and the one that reads compose files. */
export type Engine = { program: 'docker' | 'podman'; compose: readonly string[]; version: string }

type Candidate = { program: Engine['program']; compose: readonly (readonly string[])[] }

const candidates: readonly Candidate[] = [
  { program: 'docker', compose: [['docker', 'compose']] },
  { program: 'podman', compose: [['podman', 'compose'], ['podman-compose']] },
]

/** The first engine that works here: docker with its compose plugin, or podman. Throws with what each of them said. */
export async function findEngine(): Promise<Engine> {
  const failures: string[] = []
  for (const { program, compose: forms } of candidates) {
    const server = await attempt([program, 'info', '--format', 'json'], failures)
    if (server === null) continue
    for (const compose of forms) {
      const version = await attempt([...compose, 'version'], failures)
      if (version !== null) return { program, compose, version: `${await textOf([program, '--version'])}; ${firstLine(version)}` }
    }
  }
  throw new Error(`No engine for containers works here. Tried:\n${failures.map((failure) => `  - ${failure}`).join('\n')}`)
}

async function attempt(command: readonly string[], failures: string[]): Promise<string | null> {
  try {
    return await textOf(command)
  } catch (error) {
    failures.push(`${command.join(' ')}: ${(error as Error).message.split('\n').filter(Boolean).at(-1)}`)
    return null
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

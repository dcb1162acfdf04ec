import { programOutput } from './run-program.ts'

/** The program that builds and runs containers, and the one that reads compose files. */
export type Engine = { program: 'docker' | 'podman'; compose: readonly string[]; version: string }

const programs = ['docker', 'podman'] as const

/**
 * The first engine that works here with the compose plugin of Docker, which `podman compose` runs
 * too. Throws with what each of them said.
 */
export async function findEngine(): Promise<Engine> {
  const failures: string[] = []
  for (const program of programs) {
    const compose = [program, 'compose']
    const server = await attempt([program, 'info', '--format', 'json'], failures)
    const version = server === null ? null : await attempt([...compose, 'version'], failures)
    if (version === null) continue
    // It ignores `--scale`, which the update needs.
    if (version.includes('podman-compose'))
      failures.push(`${compose.join(' ')} runs podman-compose: install the compose plugin of Docker`)
    else return { program, compose, version: `${await programOutput([program, '--version'])}; ${firstLine(version)}` }
  }
  throw new Error(`No engine for containers works here. Tried:\n${failures.map((failure) => `  - ${failure}`).join('\n')}`)
}

async function attempt(command: readonly string[], failures: string[]): Promise<string | null> {
  try {
    return await programOutput(command)
  } catch (error) {
    failures.push(`${command.join(' ')}: ${(error as Error).message.split('\n').filter(Boolean).at(-1)}`)
    return null
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

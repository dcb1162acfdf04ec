import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'

/** The clocks of processes, each of which can be moved while it runs. */
export type ProcessClocks = {
  /** What a process is started with, by its name. */
  environment(name: string): NodeJS.ProcessEnv
  /**
   * From now on the time of day is so many seconds later, or earlier; pauses are as long as ever.
   */
  move(name: string, seconds: number): Promise<void>
}

const libraries = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketime.so.1`)

/**
 * Clocks by libfaketime of Debian, or by the one that `OMS_FAKETIME` names; null where there is
 * none. Each process reads in a file of the folder how far its clock is moved.
 */
export async function openClocks(folder: string): Promise<ProcessClocks | null> {
  const library = [process.env.OMS_FAKETIME, ...libraries].find((file) => file !== undefined && existsSync(file))
  if (library === undefined) return null
  await mkdir(folder, { recursive: true })
  const fileOf = (name: string) => join(folder, name.replaceAll(' ', '-'))
  return {
    environment: (name) => ({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: fileOf(name),
      // It reads the file once a second, and not whenever it is asked for the time.
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    }),
    // A file that is half written would be another time.
    move: async (name, seconds) => {
      const next = `${fileOf(name)}.next`
      await writeFile(next, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`)
      await rename(next, fileOf(name))
    },
  }
}

import { mkdtemp, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const unfinished = /\.unfinished-[A-Za-z0-9]{6}$/

/**
 * Makes the folder that becomes `target` when it is complete. Names those of runs that were killed:
 * whether another run still fills one is not known here, so that they are left.
 */
export async function makeUnfinished(target: string, print: (text: string) => void): Promise<string> {
  for (const name of await readdir(dirname(target)))
    if (unfinished.test(name))
      print(`${join(dirname(target), name)} is of a run that did not end. Remove it: it holds customer data and secrets.`)
  return await mkdtemp(`${target}.unfinished-`)
}

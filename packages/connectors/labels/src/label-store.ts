import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Label } from './label.ts'

const DIGITS = 18

/**
 * A serial shipping container code (GS1 General Specifications): the extension digit, the company
 * prefix of GS1, a serial number that fills up to 17 digits, and the check digit. Null when the
 * serial number has too many digits for the prefix.
 */
export function ssccFor(
  serial: number,
  { companyPrefix, extension = 0 }: { companyPrefix: string; extension?: number },
): string | null {
  const room = DIGITS - 2 - companyPrefix.length
  const number = String(serial).padStart(room, '0')
  if (number.length > room) return null
  const digits = `${extension}${companyPrefix}${number}`
  return digits + checkDigit(digits)
}

/** The check digit of GS1: the digits from the right count three times and once, in turns. */
export function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** How many labels are in one folder. */
const FOLDER_SIZE = 10_000
const SERIAL_DIGITS = 10

export type LabelStore = {
  /**
   * Keeps the labels of a shipment under the next numbers, one after the other, which no other
   * label has or ever had, also of another process. They are on the disk when this resolves. Raises
   * an error when the numbers are used up.
   */
  add(labels: readonly Omit<Label, 'sscc'>[]): Promise<Label[]>
  /** So many labels from a number on; null when there is none of that number. */
  find(sscc: string, count: number): Promise<Label[] | null>
}

/** Labels in files, each under its number, which is taken by making its file. */
export async function labelStore(folder: string, { companyPrefix }: { companyPrefix: string }): Promise<LabelStore> {
  let next = (await highestSerial(folder)) + 1
  const fileFor = (serial: number) => {
    const part = String(Math.floor(serial / FOLDER_SIZE)).padStart(SERIAL_DIGITS, '0')
    return { part: join(folder, part), file: join(folder, part, `${String(serial).padStart(SERIAL_DIGITS, '0')}.json`) }
  }
  const read = async (serial: number) => {
    const text = await readFile(fileFor(serial).file, 'utf8').catch(() => null)
    return text === null ? null : (JSON.parse(text) as Label)
  }
  const write = async (label: Omit<Label, 'sscc'>, serial: number): Promise<Label | null> => {
    const sscc = ssccFor(serial, { companyPrefix })
    if (sscc === null) throw new Error('The serial numbers of the company prefix are used up.')
    const { part, file } = fileFor(serial)
    await mkdir(part, { recursive: true })
    return (await writeNew(file, JSON.stringify({ ...label, sscc }))) ? { ...label, sscc } : null
  }
  return {
    async add(labels) {
      for (;;) {
        const first = next
        next += labels.length
        const made = await Promise.all(labels.map((label, index) => write(label, first + index)))
        // Numbers of which another process has one stay unused.
        if (made.every((one) => one !== null)) return made
      }
    },
    async find(sscc, count) {
      const first = Number(sscc.slice(1 + companyPrefix.length, -1))
      const labels = await Promise.all(Array.from({ length: count }, (_, index) => read(first + index)))
      return labels[0]?.sscc === sscc ? labels.filter((label) => label !== null) : null
    },
  }
}

/** False when the file is there already. */
async function writeNew(path: string, text: string): Promise<boolean> {
  const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null
    throw error
  })
  if (file === null) return false
  try {
    await file.writeFile(text)
    await file.sync()
    return true
  } finally {
    await file.close()
  }
}

/** All numbers below those of a folder were taken before it was made. */
async function highestSerial(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const last = async (path: string, pattern: RegExp) =>
    (await readdir(path))
      .filter((name) => pattern.test(name))
      .sort()
      .at(-1)
  const part = await last(folder, /^\d{10}$/)
  if (part === undefined) return 0
  const file = await last(join(folder, part), /^\d{10}\.json$/)
  return file === undefined ? Number(part) * FOLDER_SIZE - 1 : Number(file.slice(0, SERIAL_DIGITS))
}

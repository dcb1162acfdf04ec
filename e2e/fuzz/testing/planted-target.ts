import type { Target } from '../target.ts'

/** A reader that fails for one text of four letters, which it reads one after the other. */
export const plantedTarget: Target = {
  files: /testing\/planted-target\.ts$/,
  words: Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  seeds: ['seed'],
  start: async () => (bytes) => {
    const text = bytes.toString('latin1')
    if (text[0] !== 'F') return
    if (text[1] !== 'U') return
    if (text[2] !== 'Z') return
    if (text[3] === 'Z') throw new Error('found')
  },
}

import type { flowEn } from './flow-en.ts'

/** What graphs say, in Norwegian. */
export const flowNb: typeof flowEn = {
  choose: 'Trykk Enter for detaljer.',
  controls: 'Zoom',
  zoomIn: 'Zoom inn',
  zoomOut: 'Zoom ut',
  fit: 'Tilpass til rammen',
}

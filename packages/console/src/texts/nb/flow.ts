import type { flowEn } from '../en/flow.ts'

/** What graphs say, in Norwegian. */
export const flowNb: typeof flowEn = {
  choose: 'Trykk Enter for detaljer.',
  controls: 'Zoom',
  zoomIn: 'Zoom inn',
  zoomOut: 'Zoom ut',
  fit: 'Tilpass til rammen',
}

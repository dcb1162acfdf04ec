/** What graphs say, in English. */
export const flowEn = {
  choose: 'Press Enter for the details.',
  controls: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit into the frame',
}

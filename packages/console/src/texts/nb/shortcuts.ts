import type { shortcutsEn } from '../en/shortcuts.ts'

export const shortcutsNb: typeof shortcutsEn = {
  title: 'Hurtigtaster',
  close: 'Lukk',
  off: 'Hurtigtaster med én bokstav er slått av i menyen din.',
  or: 'eller',
  everywhere: 'Overalt',
  orders: 'I ordrelisten',
  keys: {
    search: 'Søk, eller gå til en side',
    shortcuts: 'Vis denne listen',
    close: 'Lukk en dialog eller en meny',
    searchField: 'Gå til søkefeltet',
    next: 'Neste ordre',
    previous: 'Forrige ordre',
    select: 'Velg ordren',
    selectRange: 'Velg alle hit',
    open: 'Åpne ordren',
  },
}

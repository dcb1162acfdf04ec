/** What the list of keyboard shortcuts says, in English. */
export const shortcutsEn = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  off: 'Shortcuts of one letter are switched off in your menu.',
  or: 'or',
  everywhere: 'Everywhere',
  orders: 'In the list of orders',
  keys: {
    search: 'Search, or go to a page',
    shortcuts: 'Show this list',
    close: 'Close a dialog or a menu',
    searchField: 'Go to the search field',
    next: 'Next order',
    previous: 'Previous order',
    select: 'Select the order',
    selectRange: 'Select all up to here',
    open: 'Open the order',
  },
}

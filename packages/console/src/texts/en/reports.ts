/** What the page of reports says, in English. */
export const reportsEn = {
  title: 'Reports',
  explain: 'Figures of orders, stock and the ledger. Days are those of the accounting time zone.',
  report: 'Report',
  from: 'From',
  to: 'To',
  store: 'Store',
  allStores: 'All stores',
  rows: '{count, plural, =0 {No rows} one {# row} other {# rows}}',
  more: 'The first {count} rows are shown. The file has all of them.',
  download: 'Download CSV',
  stop: 'Stop',
  failed: 'The report could not be downloaded',
  none: { title: 'Nothing in this period', text: 'Choose other days or another store.' },
  forbidden: { title: 'You may not run reports', text: 'That needs the permission to export.' },
}

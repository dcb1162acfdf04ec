/** Links, panels and buttons that the shop adds to pages. */
export const placesEn = {
  title: 'More for this page',
  opens: 'opens in a new window',
  panel: {
    noToken: 'This panel gets no data from here: {reason}',
    missing: 'There is nothing to show here: a value that the panel needs is missing.',
  },
  button: {
    asking: 'Checking what would change …',
    nothing: 'Nothing of the order would change.',
    tags: 'Tags: {tags}',
    property: '{key}: {value}',
    propertyOfLine: '{key}: {value} (line {line})',
    hold: 'The order is held: {reason}',
    status: 'The order moves to {status}.',
    warehouse: 'Goods leave from {warehouse}.',
    cancel: 'Cancel',
    close: 'Close',
    done: '{button}: done. {message}',
    waiting: '{button}: the service has not decided yet. It is asked again automatically.',
    failed: '{button}: {reason}',
    notOffered: 'The order has another status by now, in which this is not offered.',
  },
}

/** What a person is told, in English. */
export const staffNotificationsEn = {
  title: 'Notifications',
  loading: 'Loading notifications',
  empty: {
    title: 'No notifications',
    text: 'You are told here of mentions, of orders that you get and of errors on your orders.',
  },
  unread: 'Unread only',
  markAll: 'Mark all as read',
  more: 'Show more',
  Mention: '{by} mentioned you in a note on {subject}',
  MentionOfCustomer: '{by} mentioned you in a note about a customer',
  Assignment: '{by} gave you {subject}',
  StepFailed: 'A step of {subject} failed',
  someone: 'Someone',
  isUnread: 'Unread',
}

/** What a person is told, in English. */
export const staffNotificationsEn = {
  title: 'Notifications',
  loading: 'Loading notifications',
  empty: {
    title: 'No notifications',
    text: 'Here you see mentions, orders assigned to you, and errors on your orders.',
  },
  unread: 'Unread only',
  markAll: 'Mark all as read',
  more: 'Show more',
  Mention: '{by} mentioned you in a note on {subject}',
  MentionOfCustomer: '{by} mentioned you in a note about a customer',
  Assignment: '{by} assigned {subject} to you',
  StepFailed: 'A step of {subject} failed',
  someone: 'Someone',
  isUnread: 'Unread',
}

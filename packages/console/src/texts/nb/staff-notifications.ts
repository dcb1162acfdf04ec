import type { staffNotificationsEn } from '../en/staff-notifications.ts'

/** What a person is told, in Norwegian. */
export const staffNotificationsNb: typeof staffNotificationsEn = {
  title: 'Varsler',
  loading: 'Laster varsler',
  empty: {
    title: 'Ingen varsler',
    text: 'Her ser du når noen nevner deg, når du får en ordre, og når noe feiler på ordrene dine.',
  },
  unread: 'Bare uleste',
  markAll: 'Merk alle som lest',
  more: 'Vis mer',
  Mention: '{by} nevnte deg i et notat på {subject}',
  MentionOfCustomer: '{by} nevnte deg i et notat om en kunde',
  Assignment: '{by} tildelte deg {subject}',
  StepFailed: 'Et steg på {subject} feilet',
  someone: 'Noen',
  isUnread: 'Ulest',
}

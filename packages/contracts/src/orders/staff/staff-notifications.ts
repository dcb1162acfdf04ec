import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Integer, LIST_MAX, Model, Nullable, Text, Word } from '../../primitives.ts'
import { defineRoute, type RouteContract } from '../../route.ts'

export const staffNotificationKinds = ['Mention', 'Assignment', 'StepFailed'] as const

/** Something that a person should know of (staff-notifications.md#staff-notifications). */
export const StaffNotification = Model(
  'StaffNotification',
  {
    id: described(Text, 'Given by the system; later ones have greater ids.'),
    kind: described(
      Word(staffNotificationKinds),
      '`Mention`: a note names the person. `Assignment`: an order was given to them. `StepFailed`: a step of an order of theirs has failed.',
    ),
    orderId: described(Nullable(Text), 'The order that it is about.'),
    customerKey: described(Nullable(Text), 'The customer whose note it is about, by its `key`.'),
    subject: described(Nullable(Text), 'The number of the order, or the name of the customer.'),
    text: described(Nullable(Text), 'The beginning of the note, or why the step failed.'),
    by: described(Nullable(Text), 'Who wrote the note, or gave the order away. Null: the system.'),
    created: described(DateTime, 'When it happened.'),
    read: described(Nullable(DateTime), 'When the person marked it as read. Null: it is unread.'),
  },
  'Something that a person should know of.',
)
export type StaffNotification = Static<typeof StaffNotification>

export const StaffNotificationPage = Model(
  'StaffNotificationPage',
  {
    result: described(Type.Array(StaffNotification), 'The notifications of the caller, newest first.'),
    next: described(Nullable(Text), 'The `cursor` of the page after this one. Null: there is none.'),
  },
  'A page of notifications.',
)
export type StaffNotificationPage = Static<typeof StaffNotificationPage>

const tags = ['Staff notifications'] as const
export const PAGE_DEFAULT = 50
/** Above it the number is a bound. */
export const UNREAD_MAX = 1_000

export const listStaffNotifications = defineRoute({
  method: 'GET',
  url: '/api/Notifications',
  operationId: 'listStaffNotifications',
  summary: 'Lists the notifications of the caller, newest first.',
  description: 'Those about orders outside of the stores of the caller are left out. They are kept for 90 days.',
  tags,
  access: ['OrderRead'],
  query: Type.Object({
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before.' })),
    isUnread: Type.Optional(Type.Boolean({ description: 'True: only unread ones.' })),
    take: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIST_MAX, default: PAGE_DEFAULT, description: 'How many a page has at most.' }),
    ),
  }),
  responses: { 200: StaffNotificationPage },
})

export const countUnreadNotifications = defineRoute({
  method: 'GET',
  url: '/api/Notifications/Unread',
  operationId: 'countUnreadNotifications',
  summary: 'Counts the unread notifications of the caller.',
  description: 'Those about orders outside of the stores of the caller are not counted.',
  tags,
  access: ['OrderRead'],
  responses: {
    200: Model(
      'UnreadNotifications',
      { count: described(Integer, `How many are unread; at most ${UNREAD_MAX}.`) },
      'The unread notifications of the caller.',
    ),
  },
})

export const markNotificationsRead = defineRoute({
  method: 'POST',
  url: '/api/Notifications/MarkRead',
  operationId: 'markNotificationsRead',
  summary: 'Marks notifications of the caller as read.',
  description:
    'With `ids` those, else all up to `until`. Those of others, and unknown ones, stay as they are. Responds with the unread ones.',
  tags,
  access: ['OrderRead'],
  body: Model(
    'MarkReadRequest',
    {
      ids: described(
        Type.Optional(Type.Array(Text, { maxItems: LIST_MAX })),
        'The notifications, by their ids. Not together with `until`.',
      ),
      until: described(Type.Optional(Text), 'The newest notification that the person has seen, by its id.'),
    },
    'Which notifications are read.',
  ),
  responses: { 200: Model('UnreadLeft', { count: described(Integer, 'How many are unread still.') }, 'What is left unread.') },
})

/** Every route about people who work on orders. */
export const staffNotificationRoutes: readonly RouteContract[] = [
  listStaffNotifications,
  countUnreadNotifications,
  markNotificationsRead,
]

/** The colours that a tag may have: each is readable on light and on dark pages. */
export const tagColors = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
] as const
export type TagColor = (typeof tagColors)[number]

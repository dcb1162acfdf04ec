/** What the catalogue says about marks, in English. */
export const marksEn = {
  title: 'Certifications',
  none: 'No certifications yet.',
  add: {
    open: 'Add a certification',
    code: 'Code',
    codeHelp: 'The code of the certification. Letter case counts.',
    address: 'Link',
    addressHelp: 'The address of the certificate, which stays where it is.',
    known:
      '{count, plural, one {1 product or variant carries it. It gets the same link and texts here.} other {# products and variants carry it. It gets the same link and texts here.}}',
    isThere: 'It is there already.',
    isFile: 'This is the id of a file and no certification. Choose another code.',
    submit: 'Add',
  },
  remove: {
    open: 'Remove',
    title: 'Remove {name} from here',
    text: 'The certification is removed from here. Other products and variants that carry it keep it.',
    submit: 'Remove',
  },
  code: 'Code of a certification',
  loading: 'Looking for the certification',
  usageOf: 'What carries {mark}',
  carriers: 'Carried by {count, plural, one {1 product or variant} other {# products and variants}}',
  unknownCarrier: '{code} (not found in the catalogue)',
  noAltText: 'No alt text',
  altTextIs: 'Alt text: {text}',
  start: {
    title: 'Which certification?',
    text: 'Type the code of a certification, or follow its link on a product. Letter case counts.',
  },
  notFound: { title: 'No product carries {mark}', text: 'Check the code. Letter case counts.' },
  isFile: {
    title: '{mark} is a file and no certification',
    text: 'Certifications are links to certificates, which stay where they are.',
  },
}

import { type Static, Type } from '@sinclair/typebox'
import { ConfigObject, Group, ListOrNone, Name, OrNull, Words } from './config-file.ts'
import { CountryCode } from './standard-codes.ts'

/** An address of the Peppol network: the code of its scheme, and the number. */
function ElectronicAddress(description: string) {
  return Type.String({ pattern: '^\\d{4}:[^\\s:]{1,50}$', description })
}

/** A file of the configuration folder or of a folder below it. */
function ConfigFolderPath(description: string) {
  return Type.String({ pattern: '^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\\\u0000-\\u001f]+$', description })
}

/** What electronic invoices say of the seller (invoices.md#electronic-invoices). */
export const ElectronicSeller = ConfigObject(
  {
    organizationNumber: Name('Registration number.'),
    vatNumber: Name('VAT number with the code of the country: `NO999999999MVA`.'),
    electronicAddress: ElectronicAddress('Where the seller is reached, such as `0192:999999999`.'),
    street: Name('Street.'),
    postalCode: Name('Postal code.'),
    city: Name('Town.'),
    country: CountryCode('Country.'),
    accountNumber: OrNull(Name('Bank account, mostly an IBAN.')),
    taxRegistration: OrNull(
      Name('What the law has invoices say of the registration: `Foretaksregisteret` in Norway, `Godkänd för F-skatt` in Sweden.'),
    ),
  },
  'Electronic invoices.',
)
export type ElectronicSeller = Static<typeof ElectronicSeller>

export const DocumentIssuer = ConfigObject(
  {
    companyCode: Name('The accountingCompanyCode of the stores for which it issues documents.'),
    name: Name('Legal name.'),
    lines: Type.Array(Words('One line.'), { maxItems: 8, description: 'Address, registration number and the like.' }),
    footer: OrNull(Words('At the foot of every page, such as the bank account.')),
    electronic: OrNull(ElectronicSeller),
  },
  'The company that documents come from.',
)
export type DocumentIssuer = Static<typeof DocumentIssuer>

export const DocumentSettings = Group(
  {
    logo: OrNull(
      ConfigFolderPath('Logo: path of a PNG or JPEG file, relative to the configuration folder. Null: the name of the store.'),
    ),
    fallbackFonts: ListOrNone(
      ConfigFolderPath('Path of a TrueType or OpenType file, relative to the configuration folder.'),
      'Fonts for scripts that the built-in ones lack, such as Japanese; the first that has a character is taken.',
    ),
    issuers: ListOrNone(DocumentIssuer, 'Companies; a store whose company is not among them signs with its own name.'),
  },
  'PDF documents (documents-and-notifications.md#document-settings).',
)
export type DocumentSettings = Static<typeof DocumentSettings>

import { type Static, Type } from '@sinclair/typebox'
import { ConfigObject, FlagWithDefault, ListOrNone, Name, OrNull, Percentage, WithDefault } from './config-file.ts'
import { CountryCode, CurrencyCode } from './standard-codes.ts'

export const FileVatCode = ConfigObject(
  {
    vatCode: Name('The VAT code of ledger lines.'),
    vatRate: Percentage('Its rate: lines without a VAT code have the first entry of their rate.'),
    externalCode: OrNull(Name('The code in the ERP; null: the same.')),
    standardCode: OrNull(
      Type.String({ pattern: '^(\\d{1,2}|NA)$', description: 'The standard tax code of SAF-T; null: it is in no SAF-T file.' }),
    ),
  },
  'A VAT code in files.',
)
export type FileVatCode = Static<typeof FileVatCode>

export const DatevSettings = ConfigObject(
  {
    consultantNumber: Type.Integer({ minimum: 1001, maximum: 9_999_999, description: 'Beraternummer.' }),
    clientNumber: Type.Integer({ minimum: 1, maximum: 99_999, description: 'Mandantennummer.' }),
    accountLength: Type.Integer({ minimum: 4, maximum: 8, default: 4, description: 'Digits of general ledger accounts.' }),
    clearingAccountNumber: Type.String({
      pattern: '^\\d{4,8}$',
      description: 'Counter account of every line; it ends at 0 with each voucher.',
    }),
    standardChart: OrNull(Type.String({ pattern: '^\\d{2}$', description: 'The standard chart, such as 03 or 04.' })),
  },
  'DATEV.',
)

export const SaftSettings = ConfigObject(
  {
    contactFirstName: Name('First name of the person to ask.'),
    contactLastName: Name('Last name of the person to ask.'),
    telephone: Type.String({ minLength: 1, maxLength: 18, description: 'Telephone number of that person.' }),
    street: Name('Street of the company.'),
    postalCode: Name('Postal code of the company.'),
    city: Name('City of the company.'),
    groupingCategory: WithDefault(Name('The list of codes that `groupingCode` of the accounts is from.'), 'RF-1167'),
  },
  'SAF-T Financial.',
)

export const AccountingFiles = ConfigObject(
  {
    companyName: Name('Name of the company.'),
    organizationNumber: Name('Registration number of the company.'),
    country: CountryCode('Country of the company.'),
    currencyCode: CurrencyCode('The one currency of a file.'),
    fiscalYearBegin: Type.String({
      pattern: '^(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])$',
      default: '01-01',
      description: 'First day of the fiscal year: month and day.',
    }),
    voucherSeries: WithDefault(Type.String({ pattern: '^[A-Z0-9]{1,10}$', description: 'Series of vouchers in SIE.' }), 'A'),
    voucherType: Type.Integer({ minimum: 1, maximum: 99, default: 9, description: 'Type of vouchers in GBAT10.' }),
    costCentres: FlagWithDefault(false, 'The store of a line, by its dimension code, is its cost centre or department.'),
    vatCodes: ListOrNone(FileVatCode, 'VAT codes; one that is not among them is refused.'),
    datev: OrNull(DatevSettings),
    saft: OrNull(SaftSettings),
  },
  'What the files for ERPs say of the company (accounting-files.md#file-settings).',
)
export type AccountingFiles = Static<typeof AccountingFiles>

import { productVersion } from '@open-oms/contracts/version'
import { Decimal } from '@open-oms/money/decimal'
import { shortened, singleLine } from '../domain/file-text.ts'
import type { FileAccount, FileFormat, FileHead, FileProblems, Voucher, VoucherLine } from '../domain/voucher.ts'

const NAMESPACE = 'urn:StandardAuditFile-Taxation-Financial:NO'

/** The text types of the schema have these lengths. */
const LENGTH = { code: 9, short: 18, middle1: 35, middle2: 70, long: 256 } as const

/** The VAT of the whole amount is computed. */
const BASE_RATE = '100'

/** Norwegian SAF-T Financial 1.30 (accounting-files.md#saf-t-financial). */
export const saft: FileFormat = {
  contentType: 'application/xml; charset=utf-8',
  charset: 'utf-8',
  showsOpenings: true,
  fileName: ({ company, from, to }) => {
    const [number, period] = [company.organizationNumber, `${from}${to}`].map((text) => text.replaceAll(/\D/g, ''))
    return `SAF-T Financial_${number}_${period}.xml`
  },
  begin: (head) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<AuditFile xmlns="${NAMESPACE}">\n${header(head)}${masterFiles(head)}${beginOfEntries(head)}`,
  formatVoucher: transaction,
  end: '</Journal>\n</GeneralLedgerEntries>\n</AuditFile>\n',
  findProblems,
}

function header({ company, companyCode, now, from, to }: FileHead): string {
  const { saft: settings, currencyCode, organizationNumber, country } = company
  const address = group('Address', [
    text('StreetName', settings?.street, LENGTH.long),
    text('City', settings?.city, LENGTH.long),
    text('PostalCode', settings?.postalCode, LENGTH.middle2),
    text('Country', country, LENGTH.code),
  ])
  const person = group('ContactPerson', [
    text('FirstName', settings?.contactFirstName, LENGTH.middle1),
    text('LastName', settings?.contactLastName, LENGTH.middle2),
  ])
  const taxRegistration = group('TaxRegistration', [
    text('TaxRegistrationNumber', organizationNumber, LENGTH.middle1),
    text('TaxAuthority', 'Skatteetaten', LENGTH.long),
  ])
  return group('Header', [
    text('AuditFileVersion', '1.30', LENGTH.code),
    text('AuditFileCountry', 'NO', LENGTH.code),
    text('AuditFileDateCreated', now.toISOString().slice(0, 10), LENGTH.short),
    text('SoftwareCompanyName', 'Open OMS', LENGTH.middle2),
    text('SoftwareID', 'open-oms', LENGTH.long),
    text('SoftwareVersion', productVersion, LENGTH.short),
    group('Company', [
      text('RegistrationNumber', organizationNumber, LENGTH.middle1),
      text('Name', company.companyName, LENGTH.long),
      address,
      group('Contact', [person, text('Telephone', settings?.telephone, LENGTH.short)]),
      taxRegistration,
    ]),
    text('DefaultCurrencyCode', currencyCode, LENGTH.code),
    group('SelectionCriteria', [text('SelectionStartDate', from, LENGTH.short), text('SelectionEndDate', to, LENGTH.short)]),
    text('TaxAccountingBasis', 'A', LENGTH.short),
    text('TaxEntity', companyCode, LENGTH.middle2),
  ])
}

function masterFiles(head: FileHead): string {
  const { accounts, customers, vatCodes, costCentres, company } = head
  const ofCustomer = (number: string) =>
    group('Customer', [text('Name', number, LENGTH.long), text('CustomerID', number, LENGTH.middle1)])
  const ofVatCode = ({ vatCode, vatRate, standardCode }: (typeof company.vatCodes)[number]) =>
    group('TaxCodeDetails', [
      text('TaxCode', vatCode, LENGTH.middle2),
      text('TaxPercentage', String(vatRate), LENGTH.short),
      text('Country', company.country, LENGTH.code),
      text('StandardTaxCode', standardCode, LENGTH.code),
      text('BaseRate', BASE_RATE, LENGTH.short),
    ])
  const ofCentre = (centre: string) =>
    group('AnalysisTypeTableEntry', [
      text('AnalysisType', 'AVD', LENGTH.code),
      text('AnalysisTypeDescription', 'Avdeling', LENGTH.long),
      text('AnalysisID', centre, LENGTH.middle1),
      text('AnalysisIDDescription', centre, LENGTH.long),
    ])
  const vatDetails = [...vatCodes].map(ofVatCode)
  const taxEntry = [text('TaxType', 'MVA', LENGTH.code), text('Description', 'Merverdiavgift', LENGTH.long), ...vatDetails]
  return group('MasterFiles', [
    listOf(
      'GeneralLedgerAccounts',
      [...accounts.values()].map((account) => ledgerAccount(account, head)),
    ),
    listOf('Customers', [...customers].sort().map(ofCustomer)),
    listOf('TaxTable', vatDetails.length === 0 ? [] : [group('TaxTableEntry', taxEntry)]),
    listOf('AnalysisTypeTable', [...costCentres].sort().map(ofCentre)),
  ])
}

function ledgerAccount({ number, name, groupingCode }: FileAccount, { openings, changes, company }: FileHead): string {
  const opening = openings.get(number) ?? new Decimal(0)
  const closing = opening.add(changes.get(number) ?? 0)
  const balance = (when: 'Opening' | 'Closing', amount: Decimal) =>
    text(`${when}${amount.isNegative() ? 'Credit' : 'Debit'}Balance`, amount.abs().toFixed(2), LENGTH.short)
  return group('Account', [
    text('AccountID', number, LENGTH.middle2),
    text('AccountDescription', name, LENGTH.long),
    text('GroupingCategory', company.saft?.groupingCategory, LENGTH.long),
    text('GroupingCode', groupingCode, LENGTH.middle1),
    text('AccountType', 'GL', LENGTH.short),
    balance('Opening', opening),
    balance('Closing', closing),
  ])
}

/** The group of entries stays open for the vouchers; `end` closes it. */
function beginOfEntries({ vouchers, debit, credit }: FileHead): string {
  const totals = [
    text('NumberOfEntries', String(vouchers), LENGTH.short),
    text('TotalDebit', debit.toFixed(2), LENGTH.middle1),
    text('TotalCredit', credit.toFixed(2), LENGTH.middle1),
  ]
  const journal = [
    text('JournalID', 'OMS', LENGTH.short),
    text('Description', 'Sales', LENGTH.long),
    text('Type', 'GL', LENGTH.code),
  ]
  return `<GeneralLedgerEntries>\n${totals.join('')}<Journal>\n${journal.join('')}`
}

function transaction({ number, day, createdDay, description, lines }: Voucher): string {
  return group('Transaction', [
    text('TransactionID', number, LENGTH.middle2),
    text('Period', String(Number(day.slice(5, 7))), LENGTH.short),
    text('PeriodYear', day.slice(0, 4), LENGTH.short),
    text('TransactionDate', day, LENGTH.short),
    text('Description', description, LENGTH.long),
    text('SystemEntryDate', createdDay, LENGTH.short),
    text('GLPostingDate', day, LENGTH.short),
    ...lines.map(transactionLine),
  ])
}

function transactionLine(line: VoucherLine): string {
  const { sequence, account, amount, costCentre, description, customerNumber, invoiceNumber, kidNumber, dueDate } = line
  const side = amount.isNegative() ? 'CreditAmount' : 'DebitAmount'
  const analysis = [text('AnalysisType', 'AVD', LENGTH.code), text('AnalysisID', costCentre, LENGTH.middle1)]
  return group('Line', [
    text('RecordID', String(sequence), LENGTH.short),
    text('AccountID', account.number, LENGTH.middle2),
    costCentre === null ? '' : group('Analysis', analysis),
    text('CustomerID', customerNumber, LENGTH.middle1),
    text('Description', description, LENGTH.long),
    group(side, [text('Amount', amount.abs().toFixed(2), LENGTH.short)]),
    taxInformation(line),
    text('ReferenceNumber', invoiceNumber, LENGTH.middle1),
    text('CID', kidNumber, LENGTH.middle1),
    text('DueDate', dueDate, LENGTH.short),
  ])
}

/** Stands at the line that VAT is computed of, not at the VAT itself. */
function taxInformation({ amount, vat, isVat }: VoucherLine): string {
  if (vat === null || isVat) return ''
  const side = amount.isNegative() ? 'CreditTaxAmount' : 'DebitTaxAmount'
  return group('TaxInformation', [
    text('TaxType', 'MVA', LENGTH.code),
    text('TaxCode', vat.code.vatCode, LENGTH.middle2),
    text('TaxPercentage', String(vat.code.vatRate), LENGTH.short),
    text('TaxBase', amount.abs().toFixed(2), LENGTH.short),
    group(side, [text('Amount', vat.amount.abs().toFixed(2), LENGTH.short)]),
  ])
}

function findProblems({ company, accounts, vatCodes }: FileHead): FileProblems {
  if (company.saft === null) return { 'files.saft': ['is not in the chart of accounts of the company'] }
  const problems: FileProblems = {}
  for (const { number, name, groupingCode } of accounts.values()) {
    if (groupingCode === null) problems[`accounts.${number}`] = [`(${name}) has no groupingCode`]
  }
  for (const { vatCode, standardCode } of vatCodes) {
    if (standardCode === null) problems[`vatCodes.${vatCode}`] = ['has no standardCode']
  }
  return problems
}

/** An element with a text, cut to the length that the schema allows; nothing for no text. */
function text(name: string, value: string | null | undefined, length: number): string {
  if (value === null || value === undefined || value === '') return ''
  const escaped = shortened(singleLine(value), length).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<${name}>${escaped}</${name}>\n`
}

const group = (name: string, children: readonly string[]) => `<${name}>\n${children.join('')}</${name}>\n`

/** A table of the master files; without entries it is left out. */
const listOf = (name: string, entries: readonly string[]) => (entries.length === 0 ? '' : group(name, entries))

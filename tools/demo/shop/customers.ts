import type { Random } from './random.ts'

export type Customer = {
  customerNumber: string
  firstName: string
  lastName: string
  email: string
  phone: string
  address: { line1: string; postalCode: string; city: string; countryCode: string }
}

type Country = {
  firstNames: readonly string[]
  lastNames: readonly string[]
  streets: readonly string[]
  /** Postal code and town. */
  towns: readonly (readonly [string, string])[]
  /** A phone number that nobody has, which ends with two digits. */
  phone: string
}

const norway: Country = {
  firstNames: ['Kari', 'Ola', 'Ingrid', 'Lars', 'Sara', 'Tor', 'Nora', 'Jonas', 'Astrid', 'Henrik', 'Amina', 'Silje'],
  lastNames: ['Nordmann', 'Nygård', 'Moen', 'Hansen', 'Bakke', 'Dahl', 'Khan', 'Lie', 'Berg', 'Solberg', 'Haugen'],
  streets: ['Storgata', 'Bogstadveien', 'Strandgaten', 'Kirkeveien', 'Markveien', 'Nygårdsgaten'],
  towns: [
    ['0155', 'Oslo'],
    ['0366', 'Oslo'],
    ['5014', 'Bergen'],
    ['7011', 'Trondheim'],
    ['4006', 'Stavanger'],
    ['9008', 'Tromsø'],
  ],
  phone: '+47 400 00 0',
}

const sweden: Country = {
  firstNames: ['Anna', 'Erik', 'Elsa', 'Johan', 'Maja', 'Oskar', 'Linnea', 'Nils'],
  lastNames: ['Andersson', 'Lindqvist', 'Nilsson', 'Bergström', 'Ek', 'Holm', 'Sjöberg'],
  streets: ['Drottninggatan', 'Götgatan', 'Hornsgatan', 'Sveavägen'],
  towns: [
    ['111 20', 'Stockholm'],
    ['116 46', 'Stockholm'],
    ['411 06', 'Göteborg'],
    ['211 22', 'Malmö'],
  ],
  phone: '+46 70 174 06 ',
}

const britain: Country = {
  firstNames: ['Emma', 'Oliver', 'Grace', 'Harry', 'Amelia', 'George', 'Priya', 'Jack'],
  lastNames: ['Smith', 'Jones', 'Patel', 'Taylor', 'Hughes', 'Walker', 'Clarke'],
  streets: ['High Street', 'Church Road', 'Station Road', 'Victoria Street'],
  towns: [
    ['EC1A 1BB', 'London'],
    ['SW1A 2AA', 'London'],
    ['M1 1AE', 'Manchester'],
    ['BS1 4DJ', 'Bristol'],
  ],
  phone: '+44 7700 9000',
}

const countries: Readonly<Record<string, Country>> = { NO: norway, SE: sweden, GB: britain }

/**
 * The customers of a country: so few that many come back. All mail addresses are of a name that is
 * reserved for examples.
 */
export function customersFrom(random: Random, countryCode: string, count: number): Customer[] {
  const { firstNames, lastNames, streets, towns, phone } = countries[countryCode] ?? britain
  return Array.from({ length: count }, (_, index) => {
    const [firstName, lastName] = [firstNames[index % firstNames.length] ?? '', random.pick(lastNames)]
    const [postalCode, city] = random.pick(towns)
    const number = random.integer(1, 80)
    return {
      customerNumber: `${countryCode}${1001 + index}`,
      firstName,
      lastName,
      email: `${asciiLetters(`${firstName}.${lastName}`)}${index < firstNames.length ? '' : index}@example.com`,
      phone: `${phone}${String(10 + index).slice(-2)}`,
      address: {
        line1: countryCode === 'GB' ? `${number} ${random.pick(streets)}` : `${random.pick(streets)} ${number}`,
        ...{ postalCode, city, countryCode },
      },
    }
  })
}

function asciiLetters(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replaceAll(/[^a-z.]/g, '')
}

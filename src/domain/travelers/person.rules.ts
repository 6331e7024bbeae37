import { isAddress } from '../../mail/address.ts'
import type { FieldError } from '../../operations/problem.ts'
import { isCountry } from './countries.rules.ts'
import type { Address, DOC_TYPES } from './person.ts'
import { isDni, isNie } from './spanish-id.rules.ts'

interface Person {
  email: string | null
  phone: string | null
  address: Address | null
  docType: (typeof DOC_TYPES)[number] | null
  docNumber: string | null
  docCountry: string | null
}

/** Without blanks around what was typed; what is blank is nothing. */
export function tidy<T>(value: T): T {
  if (typeof value === 'string') return (value.trim() || null) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, tidy(member)])) as T
}

/** As documents are written: countries and numbers in large letters, Spanish numbers without signs between. */
export function tidyPerson<P extends Person>(written: P): P {
  const person = tidy(written)
  const { docNumber, docCountry, address } = person
  return {
    ...person,
    docNumber: inLargeLetters(isSpanish(person) ? (docNumber?.replaceAll(/[\s.-]/g, '') ?? null) : docNumber),
    docCountry: inLargeLetters(docCountry),
    address: address && { ...address, country: inLargeLetters(address.country) },
  }
}

export const inLargeLetters = (text: string | null): string | null => text?.toUpperCase() ?? null

/** Argentina and Peru have a DNI too, without a letter. */
const isSpanish = ({ docType, docCountry }: Person): boolean =>
  (docType === 'dni' || docType === 'nie') && (docCountry ?? 'ES').toUpperCase() === 'ES'

/** What is wrong with a person as a whole, once the members are each in order. */
export function personMistakes(person: Person): FieldError[] {
  const { email, phone, address, docType, docNumber, docCountry } = person
  const mistakes: FieldError[] = []
  // forms that are addresses by the letter, and that our mail does not go to
  if (email !== null && !isAddress(email)) mistakes.push({ path: 'email', message: 'must be an email address' })
  if (phone !== null && !isPhone(phone)) mistakes.push({ path: 'phone', message: 'must be an international number, like +34 600 111 222' })
  mistakes.push(...countryMistakes('address.country', address?.country ?? null), ...countryMistakes('docCountry', docCountry))
  if (docNumber !== null && isSpanish(person)) {
    if (docType === 'dni' && !isDni(docNumber)) mistakes.push({ path: 'docNumber', message: 'must be a DNI: 8 digits and their letter' })
    if (docType === 'nie' && !isNie(docNumber))
      mistakes.push({ path: 'docNumber', message: 'must be a NIE: X, Y or Z, 7 digits and their letter' })
  }
  return mistakes
}

export const countryMistakes = (path: string, code: string | null): FieldError[] =>
  code === null || isCountry(code) ? [] : [{ path, message: 'must be a country by ISO 3166-1, like ES' }]

/** `+`, then 7 to 15 digits that don't begin with 0; signs between them are for the eye. */
const isPhone = (phone: string): boolean => /^\+[\d ().-]+$/.test(phone) && /^[1-9]\d{6,14}$/.test(phone.replaceAll(/\D/g, ''))

import type { FieldError } from '../../operations/problem.ts'
import { countryMistakes, inLargeLetters, personMistakes, tidyPerson } from './person.rules.ts'
import { NEEDED, type Traveler, type TravelerChanges, type TravelerContent, WRITTEN } from './traveler.ts'

const NOBODY = Object.fromEntries(WRITTEN.map((member) => [member, null])) as TravelerContent

export const newTraveler = (body: TravelerChanges): TravelerContent => changedTraveler(NOBODY, body)

/** Absent members stay as they are, null clears. */
export function changedTraveler(
  before: TravelerContent,
  { position: _, expectedUpdatedAt: __, ...changes }: TravelerChanges,
): TravelerContent {
  const traveler = tidyPerson({ ...before, ...changes })
  return { ...traveler, nationality: inLargeLetters(traveler.nationality) }
}

/** Nobody who travels today was born before. */
const FIRST_BIRTH = '1900-01-01'

/** What is wrong with a passenger as a whole, once the members are each in order. `today` is the agency's date. */
export function travelerMistakes(traveler: TravelerContent, today: string): FieldError[] {
  const { birthDate, docExpiry, nationality } = traveler
  const mistakes = [...countryMistakes('nationality', nationality), ...personMistakes(traveler)]
  if (birthDate !== null && birthDate > today) mistakes.push({ path: 'birthDate', message: 'must not be in the future' })
  if (birthDate !== null && birthDate < FIRST_BIRTH) mistakes.push({ path: 'birthDate', message: `must not be before ${FIRST_BIRTH}` })
  if (birthDate !== null && docExpiry !== null && docExpiry <= birthDate)
    mistakes.push({ path: 'docExpiry', message: 'must be after birthDate' })
  return mistakes
}

const ADULT_AT = 12
const CHILD_AT = 2

export function paxTypeOf(birthDate: string | null, startDate: string | null): Traveler['paxType'] {
  if (birthDate === null || startDate === null) return 'unknown'
  const age = ageAt(startDate, birthDate)
  if (age >= ADULT_AT) return 'adult'
  return age >= CHILD_AT ? 'child' : 'infant'
}

/** In whole years. Who was born on 29 February has the birthday on 1 March in other years. */
function ageAt(date: string, birthDate: string): number {
  const years = Number(date.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return date.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** `mrs` is for those who say so; without sex or age nothing follows. */
export function titleFor(sex: Traveler['sex'], paxType: Traveler['paxType']): Traveler['title'] {
  if (sex === null || paxType === 'unknown') return null
  if (paxType === 'adult') return sex === 'm' ? 'mr' : 'ms'
  return sex === 'm' ? 'mstr' : 'miss'
}

export const missingFrom = (traveler: TravelerContent, endDate: string | null): Traveler['missing'] =>
  NEEDED.filter((member) => traveler[member] === null || (member === 'docExpiry' && endsBefore(traveler.docExpiry, endDate)))

const endsBefore = (docExpiry: string | null, endDate: string | null): boolean =>
  docExpiry !== null && endDate !== null && docExpiry < endDate

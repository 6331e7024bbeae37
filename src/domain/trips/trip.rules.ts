import { canonical } from '../../operations/canonical.ts'
import type { FieldError } from '../../operations/problem.ts'
import { calendarOf, completeDesign, type Design, designMistakes, MAX_TRIP_DATES } from '../design/index.ts'
import type { NewTrip, Presentation, Profile, Trip, TripChanges } from './trip.ts'
import { EMPTY_PRESENTATION, EMPTY_PROFILE } from './trip.ts'

const MAX_METADATA_KEYS = 50

/** What people write about a trip; the rest follows from it or is given by the service. */
export type TripContent = Pick<
  Trip,
  'title' | 'startDate' | 'endDate' | 'travelers' | 'ownerId' | 'design' | 'presentation' | 'profile' | 'coverImageUrl' | 'metadata'
>

export function newContent(body: NewTrip, ownerId: string): TripContent {
  return {
    title: body.title,
    startDate: body.startDate ?? null,
    endDate: body.endDate ?? null,
    travelers: body.travelers ?? 1,
    ownerId: body.ownerId ?? ownerId,
    design: body.design ? completeDesign(body.design) : null,
    presentation: { ...EMPTY_PRESENTATION, ...body.presentation } as Presentation,
    profile: { ...EMPTY_PROFILE, ...body.profile } as Profile,
    coverImageUrl: body.coverImageUrl ?? null,
    metadata: body.metadata ?? {},
  }
}

/** A trip begins with one of these, or blank. */
export function beginningMistakes({ design, templateId, routeId }: Pick<NewTrip, 'design' | 'templateId' | 'routeId'>): FieldError[] {
  const given = Object.entries({ design, routeId, templateId }).flatMap(([path, value]) => (value === undefined ? [] : [path]))
  const [first, ...others] = given
  return others.map((path) => ({ path, message: `may not be given together with ${first}` }))
}

/** What the body says of a trip, and what its template says where the body is silent. */
export const fromTemplate = (body: NewTrip, { design, travelers, presentation, coverUrl }: StartingContent): NewTrip => ({
  ...(travelers !== null && { travelers }),
  coverImageUrl: coverUrl,
  ...body,
  ...{ design, presentation: { ...presentation, ...body.presentation } },
})

interface StartingContent {
  design: Design
  travelers: number | null
  presentation: Presentation | null
  coverUrl: string | null
}

const MAX_TITLE = 500

/** What a copy of a trip keeps. What is about its travelers, its look and other systems stays behind. */
export function duplicateContent(
  { title, startDate, endDate, travelers, design, coverImageUrl }: TripContent,
  ownerId: string,
): TripContent {
  return {
    ...{ title: `Copia de ${title}`.slice(0, MAX_TITLE).toWellFormed(), startDate, endDate, travelers, ownerId, design, coverImageUrl },
    ...{ presentation: EMPTY_PRESENTATION, profile: EMPTY_PROFILE, metadata: {} },
  }
}

/** Absent members stay as they are; presentation and profile merge by member, metadata by key. */
export function changedContent(
  trip: TripContent,
  { expectedUpdatedAt: _, design, presentation, profile, metadata, ...plain }: TripChanges,
): TripContent {
  return {
    ...trip,
    ...plain,
    design: design ? completeDesign(design) : design === null ? null : trip.design,
    presentation: { ...trip.presentation, ...presentation } as Presentation,
    profile: { ...trip.profile, ...profile } as Profile,
    metadata: mergeMetadata(trip.metadata, metadata ?? {}),
  }
}

export function mergeMetadata(current: Record<string, string>, changes: Record<string, string | null>): Record<string, string> {
  const merged = new Map<string, string | null>([...Object.entries(current), ...Object.entries(changes)])
  return Object.fromEntries([...merged].filter((entry): entry is [string, string] => entry[1] !== null))
}

/**
 * What is wrong with a trip as a whole, once its members are each in order. `asked` is the end that was asked for, if one
 * was; `isUndated` says that the trip is one with a design that waits for its first date.
 */
export function contentMistakes(
  content: TripContent,
  { endDate: asked, isUndated = false }: { endDate?: string | null; isUndated?: boolean },
): FieldError[] {
  const { design, startDate, endDate, metadata } = content
  const mistakes: FieldError[] = []
  if (design !== null) {
    mistakes.push(...designMistakes(design, startDate))
    if (startDate === null && !isUndated) mistakes.push({ path: 'startDate', message: 'is required with a design' })
    const derived = mistakes.length > 0 ? undefined : derivedEnd(content)
    if (asked != null && derived !== undefined && asked !== derived) {
      mistakes.push({ path: 'endDate', message: `follows from the design: it is ${derived ?? 'not known before startDate is'}` })
    }
  } else if (startDate !== null && endDate !== null) {
    const dates = datesBetween(startDate, endDate)
    if (dates < 1) mistakes.push({ path: 'endDate', message: 'must not be before startDate' })
    if (dates > MAX_TRIP_DATES) mistakes.push({ path: 'endDate', message: `must be within ${MAX_TRIP_DATES} dates of startDate` })
  }
  if (Object.keys(metadata).length > MAX_METADATA_KEYS)
    mistakes.push({ path: 'metadata', message: `may have at most ${MAX_METADATA_KEYS} keys` })
  return mistakes
}

/** The end of a trip with a design follows from it. */
export const derivedEnd = ({ design, startDate, endDate }: TripContent): string | null =>
  design === null ? endDate : calendarOf(design, startDate).endDate

const DAY_MS = 86_400_000

/** How many dates lie between two, both counted. Dates are taken in UTC, where every day has 24 hours. */
export const datesBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1

export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

export function differences(before: TripContent, after: TripContent): FieldChange[] {
  return (Object.keys(before) as (keyof TripContent)[])
    .filter((field) => canonical(before[field]) !== canonical(after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }))
}

export function mayArchive(allowed: 'none' | 'own' | 'agency', userId: string, ownerId: string | null): boolean {
  return allowed === 'agency' || (allowed === 'own' && ownerId === userId)
}

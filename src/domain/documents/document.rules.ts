import type { Document, Visibility } from './document.ts'

/** When travelers got to see it: with this write, never, or whenever they did before. */
export type Release = 'now' | 'never' | 'as before'

export function releaseOf(before: Visibility, after: Visibility): Release {
  if (before === after) return 'as before'
  return after === 'traveler' ? 'now' : 'never'
}

type Content = Pick<Document, 'name' | 'folderId' | 'visibility'>

export const isSameContent = (one: Content, other: Content): boolean =>
  one.name === other.name && one.folderId === other.folderId && one.visibility === other.visibility

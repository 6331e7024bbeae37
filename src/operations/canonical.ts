/** The same text for equal values, in whatever order the members of their objects come. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )

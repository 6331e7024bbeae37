/** Without what nobody sees: space around it, and two in a row. */
export const tidyName = (name: string): string => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ')

/** What two names have in common that people take for the same. Accents count: `año` is no `ano`. */
export const nameKey = (name: string): string => tidyName(name).toLowerCase()

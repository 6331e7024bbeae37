/** Small letters, no blanks around, no empty ones, each once, in the order given. */
export const tidyTags = (tags: readonly string[]): string[] => [...new Set(tags.map(tidyTag).filter((tag) => tag !== ''))]

export const tidyTag = (tag: string): string => tag.normalize('NFC').trim().toLowerCase()

/** Who mail is from, or goes to. */
export interface Sender {
  name: string | undefined
  address: string
}

// quotes, brackets and commas would make two addresses of one, a line break a header
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u
/** The longest path that SMTP carries, without its brackets. */
const LONGEST = 254

export const isAddress = (text: string): boolean => text.length <= LONGEST && ADDRESS.test(text)

/** `name@host`, or `Name <name@host>`. */
export function parseSender(text: string): Sender | undefined {
  const [, name, bracketed] = /^([^<>\p{C}]*)<([^<>]*)>$/u.exec(text.trim()) ?? []
  const address = bracketed ?? text.trim()
  if (!isAddress(address)) return undefined
  return { name: name?.trim().replace(/^"(.*)"$/, '$1') || undefined, address }
}

/**
 * A `Content-Disposition` that has a browser save the bytes under this name and never show them. What people called it can't
 * end the header, lead into another folder, or turn the letters of its ending around.
 */
export function attachment(name: string): string {
  const clean = fileNameOf(name)
  // for programs that don't know the other form
  const plain = clean.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(clean)}`
}

/** Control characters, marks that change the direction of writing, and what separates folders. */
const UNFIT = /[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]/gu

function fileNameOf(name: string): string {
  const clean = name.toWellFormed().replaceAll(UNFIT, '_').trim()
  return /^[._\s]*$/.test(clean) ? 'document' : clean
}

/** As RFC 8187 has it: of what `encodeURIComponent` leaves, these have a meaning there. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** As RFC 9110 writes one, with parameters or without. */
export const MEDIA_TYPE = String.raw`^[\w!#$&^.+*~|'%\x60-]+/[\w!#$&^.+*~|'%\x60-]+(?:\s*;[\x20-\x7e]*)?$`

export const MAX_MEDIA_TYPE = 255

const pattern = new RegExp(MEDIA_TYPE)

export const isMediaType = (text: string): boolean => text.length <= MAX_MEDIA_TYPE && pattern.test(text)

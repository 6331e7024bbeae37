/** `evt_` and a UUID without its dashes. */
export const toEventId = (uuid: string): string => `evt_${uuid.replaceAll('-', '')}`

export const EVENT_ID_PATTERN = '^evt_[0-9a-f]{32}$'

export const fromEventId = (id: string): string => id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

import type { FieldError } from '../../operations/problem.ts'

/** Around which spot, and how far. */
export interface Near {
  lat: number
  lng: number
  km: number
}

/** Degrees, west to east and south to north. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

const EARTH_KM = 6371.0088
/** Half way around: nothing is farther. */
const FARTHEST_KM = 20_100
/** Well above what is lost in computing with degrees, well below a metre. */
const MARGIN = 1e-7

export const NEAR_PATTERN = '^-?\\d{1,2}(\\.\\d{1,15})?,-?\\d{1,3}(\\.\\d{1,15})?,\\d{1,5}(\\.\\d{1,6})?$'

export function readNear(text: string): Near {
  const [lat, lng, km] = text.split(',').map(Number) as [number, number, number]
  return { lat, lng, km }
}

export function nearMistakes({ lat, lng, km }: Near): FieldError[] {
  const mistakes: FieldError[] = []
  if (Math.abs(lat) > 90) mistakes.push({ path: 'near', message: 'must have a latitude from -90 to 90' })
  if (Math.abs(lng) > 180) mistakes.push({ path: 'near', message: 'must have a longitude from -180 to 180' })
  if (km <= 0 || km > FARTHEST_KM) mistakes.push({ path: 'near', message: `must have a distance above 0 and up to ${FARTHEST_KM} km` })
  return mistakes
}

/** What an index can be asked: every spot within the distance lies in one of these, beside others. Two where the date line runs through. */
export function boxesAround({ lat, lng, km }: Near): Box[] {
  const angle = km / EARTH_KM
  const south = lat - degrees(angle) - MARGIN
  const north = lat + degrees(angle) + MARGIN
  const across = { south: Math.max(south, -90), north: Math.min(north, 90) }
  // around a pole every longitude is near
  if (south <= -90 || north >= 90) return [{ west: -180, east: 180, ...across }]
  const half = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat))))) + MARGIN
  const [west, east] = [lng - half, lng + half]
  if (west < -180)
    return [
      { west: west + 360, east: 180, ...across },
      { west: -180, east, ...across },
    ]
  if (east > 180)
    return [
      { west, east: 180, ...across },
      { west: -180, east: east - 360, ...across },
    ]
  return [{ west, east, ...across }]
}

const degrees = (angle: number): number => (angle * 180) / Math.PI
const radians = (angle: number): number => (angle * Math.PI) / 180

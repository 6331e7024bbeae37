import type { DesignInput } from '../src/domain/design/index.ts'

const MAX_STOPS = 60

/** A route of so many dates: a transfer to each stop and a lodging in each, the nights spread over as many stops as there may be. */
export function designOfDates(dates: number, most = MAX_STOPS): DesignInput {
  const nights = dates - 1
  const count = Math.min(nights, most)
  const stops = Array.from({ length: count }, (_, place): DesignInput['stops'][number] => ({
    id: `s${place}`,
    city: `Ciudad ${place}`,
    nights: Math.floor(nights / count) + (place < nights % count ? 1 : 0),
    transferBefore: { id: `t${place}`, departDate: null, arriveDate: null, departTime: '09:40', arriveTime: '12:10' },
    place: { lat: 35 + place / 10, lng: 135 + place / 10, formattedAddress: `Calle ${place}, Ciudad ${place}` },
  }))
  const returnTransfer = { id: 'home', departDate: null, arriveDate: null, departTime: '22:15', arriveTime: '23:35' }
  return { version: 1, originCity: 'Madrid', stops, returnCity: null, returnTransfer }
}

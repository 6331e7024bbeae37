import type { Design } from '../design/index.ts'
import type { Route } from './route.ts'

/** What people write about a route; the rest follows from its design. */
export type RouteContent = Pick<Route, 'title' | 'description' | 'tags' | 'design' | 'coverUrl'>

/** A route starts on any day: dates that were written down for one trip would be wrong for every other. */
export const undated = (design: Design): Design => ({
  ...design,
  stops: design.stops.map((stop) => ({ ...stop, transferBefore: withoutDates(stop.transferBefore) })),
  returnTransfer: withoutDates(design.returnTransfer),
})

const withoutDates = (transfer: Design['returnTransfer']): Design['returnTransfer'] =>
  transfer && { ...transfer, departDate: null, arriveDate: null }

/** What a route is known by, besides its title. */
export const summaryOf = ({ stops }: Design): Pick<Route, 'cities' | 'nights' | 'stopCount'> => ({
  cities: [...new Set(stops.filter(({ escala }) => !escala).map(({ city }) => city))],
  nights: stops.reduce((sum, { nights }) => sum + nights, 0),
  stopCount: stops.length,
})

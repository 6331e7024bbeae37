export { calendarOf, MAX_TRIP_DATES } from './calendar.rules.ts'
export { completeDesign, designMistakes, EMPTY_FLIGHT, EMPTY_PLACE } from './design.rules.ts'
export { Design, DesignInput, EXAMPLE_DESIGN, FlightInput, PlaceInput } from './design.ts'

export { type Calendar, calendarOf, MAX_TRIP_DATES } from './calendar.rules.ts'
export { completeDesign, designMistakes } from './design.rules.ts'
export { Design, DesignInput } from './design.ts'

import type { Design } from '../design/index.ts'
import type { BlockData, Snapshot } from '../itinerary/index.ts'

/** Where a date of a template falls in a trip that is made from it; null where the trip does not know it yet. */
export type Shift = (date: string) => string | null

/** By as many days as lie between the two starts. Without one of them no date is known. */
export function shiftBetween(baseStartDate: string | null, startDate: string | null): Shift {
  if (baseStartDate === null || startDate === null) return () => null
  const days = Temporal.PlainDate.from(baseStartDate).until(startDate).days
  return (date) => {
    const moved = Temporal.PlainDate.from(date).add({ days })
    // null where the years of four digits end
    return moved.year >= 1 && moved.year <= 9999 ? moved.toString() : null
  }
}

/** The dates that were written down; the others follow from the calendar. */
export const shiftDesign = (design: Design, shift: Shift): Design => ({
  ...design,
  stops: design.stops.map((stop) => ({ ...stop, transferBefore: shiftTransfer(stop.transferBefore, shift) })),
  returnTransfer: shiftTransfer(design.returnTransfer, shift),
})

const shiftTransfer = (transfer: Design['returnTransfer'], shift: Shift): Design['returnTransfer'] =>
  transfer && { ...transfer, departDate: shiftOrNull(transfer.departDate, shift), arriveDate: shiftOrNull(transfer.arriveDate, shift) }

const shiftOrNull = (date: string | null, shift: Shift): string | null => (date === null ? null : shift(date))

/** A block and what is in it, with what the design made of it, so that the next sync finds what it left. */
export function shiftSnapshot({ data, children, generated, ...block }: Snapshot, shift: Shift): Snapshot {
  return {
    ...block,
    data: shiftData(data, shift),
    children: children.map((child) => shiftSnapshot(child, shift)),
    ...(generated && { generated: shiftOrigin(generated, shift) }),
  }
}

type Origin = NonNullable<Snapshot['generated']>

function shiftOrigin(origin: Origin, shift: Shift): Origin {
  switch (origin.as) {
    case 'day':
      return { ...origin, date: shiftOrNull(origin.date, shift), made: shiftData(origin.made, shift) }
    case 'transfer':
    case 'lodging':
      return { ...origin, made: shiftData(origin.made, shift) }
    default:
      return origin
  }
}

const DATES = ['departDate', 'arriveDate', 'checkIn', 'checkOut']

/** A date that is not known is not there. */
function shiftData(data: BlockData, shift: Shift): BlockData {
  const members = Object.entries(data).map(([name, value]) => [name, DATES.includes(name) ? shift(String(value)) : value])
  return Object.fromEntries(members.filter(([, value]) => value !== null))
}

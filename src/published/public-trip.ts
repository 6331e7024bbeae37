/** What whoever has the link may see of a trip: made by the trade, which keeps everything else, and shown by the pages. */
export interface PublicTrip {
  title: string
  startDate: string | null
  endDate: string | null
  travelers: number
  coverImageUrl: string | null
  agency: { name: string; locale: string }
  blocks: PublicBlock[]
}

export type PublicBlock = { [T in keyof PublicData]: PublicBlockOf<T> }[keyof PublicData]

export interface PublicBlockOf<T extends keyof PublicData> {
  type: T
  data: PublicData[T]
  children: PublicBlock[]
}

/** What is shown of a block, by its type. What is not named here stays private. */
export interface PublicData {
  section: { title: string; subtitle?: string }
  day: { title: string; summary?: string; date?: string; dayNumber?: number }
  text: { markdown: string }
  heading: { text: string; level?: number }
  image: PublicImage
  gallery: { images: PublicImage[]; caption?: string }
  video: { url: string; caption?: string }
  note: { markdown: string; tone?: 'info' | 'tip' | 'warning' }
  checklist: { items: { text: string; done?: boolean }[] }
  destination: PublicVisit
  place: PublicVisit
  lodging: PublicVisit & { checkIn?: string; checkOut?: string; nights?: number; roomType?: string; board?: string }
  activity: PublicVisit & { durationMinutes?: number; meetingPoint?: string }
  service: PublicVisit
  transfer: PublicTransfer
  map: { title?: string }
  divider: Record<never, never>
}

export interface PublicImage {
  url: string
  alt?: string
  caption?: string
}

export interface PublicPlace {
  lat?: number
  lng?: number
  formattedAddress?: string
}

export type BookingStatus = 'pendiente' | 'opcional' | 'solicitado' | 'confirmado' | 'por_cuenta_propia' | 'cancelado'

interface PublicBooking {
  startTimezone?: string
  endTimezone?: string
  bookingStatus?: BookingStatus
}

export interface PublicVisit extends PublicBooking {
  name: string
  description?: string
  place?: PublicPlace
  images?: PublicImage[]
  startTime?: string
  endTime?: string
}

export type TransferMode = 'avion' | 'tren' | 'autobus' | 'coche' | 'barco' | 'a_pie' | 'otro'

export interface PublicTransfer extends PublicBooking {
  from: string
  to: string
  mode?: TransferMode
  departDate?: string
  departTime?: string
  arriveDate?: string
  arriveTime?: string
  flight?: { flightNo?: string; airline?: string; fromAirport?: string; toAirport?: string }
}

/** What a caller writes, as JSON: the operations check it like anybody's. */
export type Json = Record<string, unknown>

export interface BlockInput {
  type: string
  visibility?: 'staff'
  data: Json
  children?: BlockInput[]
}

export interface DemoTrip {
  title: string
  /** How many days from today it starts. */
  startsIn: number
  travelers: number
  coverImageUrl?: string
  profile?: Json
  design?: Json
  /** For a trip without a design: how many dates it has. */
  dates?: number
  commercialState?: string
  publish?: true
  /** Who booked, and who travels. */
  contact?: Json
  passengers?: Json[]
  /** What stands before the days. */
  sections?: BlockInput[]
  /** What happens on each day, by its number. */
  days?: Record<number, BlockInput[]>
  /** Saved as a template, with these words. */
  template?: { title: string; description: string; tags: string[] }
  /** Blocks that the library keeps, by their title or name. */
  saved?: { title: string; tags: string[] }[]
}

/** An entry of the catalog, and what lies in it or hangs from it. */
export interface DemoEntity {
  kind: string
  name: string
  place: Json
  tags?: string[]
  content?: Json
  inside?: DemoEntity[]
}

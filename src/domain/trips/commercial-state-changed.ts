import { happening } from '../../operations/happening.ts'
import type { Trip } from './trip.ts'

/** A trip has another commercial state: its payments, and the access of its travelers, may follow from it. */
export const commercialStateChanged = happening<{ trip: Trip; from: Trip['commercialState'] }>('trip.commercial_state_changed')

import { changeItinerary } from './change-itinerary.ts'
import { getItinerary } from './get-itinerary.ts'
import { getItineraryBlock } from './get-itinerary-block.ts'
import { syncItinerary } from './sync-itinerary.ts'

export const itineraryOperations = [getItinerary, getItineraryBlock, changeItinerary, syncItinerary]

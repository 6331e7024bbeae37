export { findItinerary, saveTree } from './itinerary.queries.ts'
export { layOut } from './lay-out.rules.ts'
export { adoptLooseBlocks } from './publish.rules.ts'
export { copyTree } from './snapshot.rules.ts'

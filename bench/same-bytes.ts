import { isDeepStrictEqual } from 'node:util'
import { getRequests, listRequests } from './scenarios/requests.ts'
import type { Stage } from './stage.ts'

/** A floor that answers less than we do would be no floor: the bodies of both are compared before anything is measured. */
export async function checkSameBytes({ callers, port, floors }: Stage): Promise<{ get: number; list: number }> {
  const sizes = { get: 0, list: 0 }
  for (const [name, [request = '']] of [
    ['get', getRequests(callers)],
    ['list', listRequests(callers)],
  ] as const) {
    const [, path = '', secret = ''] = /^GET (\S+) [\s\S]*Authorization: (.*)\r\n/.exec(request) ?? []
    const bodyOf = async (at: number | null) =>
      (await fetch(`http://127.0.0.1:${at}${path}`, { headers: { Authorization: secret } })).text()
    const ours = await bodyOf(port)
    const floor = await bodyOf(floors['one-statement'].port)
    // PostgreSQL's order of a jsonb's members may differ from ours, and the cursor says where the page ended
    const comparable = (text: string) => ({ ...JSON.parse(text), nextCursor: undefined })
    if (ours.length !== floor.length || !isDeepStrictEqual(comparable(ours), comparable(floor)))
      throw new Error(`The floor answers otherwise than we do.\nours:  ${ours}\nfloor: ${floor}`)
    if (name === 'get' && ours.length !== (await bodyOf(floors['bare-http'].port)).length)
      throw new Error('The floor of node:http answers other bytes.')
    sizes[name] = Buffer.byteLength(ours)
  }
  return sizes
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxesAround, nearMistakes, readNear } from './near.rules.ts'

const radians = (angle: number) => (angle * Math.PI) / 180
const wrap = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180

/** Where one comes to, so many kilometres from a spot in that direction. */
function destination({ lat, lng }: { lat: number; lng: number }, km: number, bearing: number) {
  const [angle, from, towards] = [km / 6371.0088, radians(lat), radians(bearing)]
  const sine = Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(towards)
  const to = Math.asin(Math.max(-1, Math.min(1, sine)))
  const turned = Math.atan2(Math.sin(towards) * Math.sin(angle) * Math.cos(from), Math.cos(angle) - Math.sin(from) * Math.sin(to))
  return { lat: (to * 180) / Math.PI, lng: wrap(lng + (turned * 180) / Math.PI) }
}

test('every spot within the distance lies in one of the boxes, wherever on the Earth', () => {
  const spot = fc.record({ lat: fc.double({ min: -90, max: 90, noNaN: true }), lng: fc.double({ min: -180, max: 180, noNaN: true }) })
  const within = fc.tuple(
    spot,
    fc.double({ min: 0.001, max: 20_015, noNaN: true }),
    fc.double({ min: 0, max: 360, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  fc.assert(
    fc.property(within, ([center, km, bearing, share]) => {
      const { lat, lng } = destination(center, km * share, bearing)
      const boxes = boxesAround({ ...center, km })
      const holds = boxes.some(
        ({ west, south, east, north }) => lng >= west - 1e-6 && lng <= east + 1e-6 && lat >= south - 1e-6 && lat <= north + 1e-6,
      )
      expect(holds).toBe(true)
    }),
    { seed: 20_261_121, numRuns: 5000 },
  )
})

test('the boxes are not larger than they have to be, and stay on the map', () => {
  const [box] = boxesAround({ lat: 35, lng: 135, km: 111.2 })
  expect(box?.north).toBeCloseTo(36, 2)
  expect(box?.east).toBeCloseTo(136.22, 2)
  expect(boxesAround({ lat: 0, lng: 179.9, km: 100 })).toHaveLength(2)
  expect(boxesAround({ lat: 89, lng: 0, km: 200 })).toMatchObject([{ west: -180, east: 180, north: 90 }])
})

test.each([
  ['35.01,135.76,5', []],
  ['-90,180,0.1', []],
  ['90.5,0,5', ['near']],
  ['0,-181,5', ['near']],
  ['0,0,0', ['near']],
  ['91,181,99999', ['near', 'near', 'near']],
])('%s has its mistakes told', (text, paths) => {
  expect(nearMistakes(readNear(text)).map(({ path }) => path)).toEqual(paths)
})

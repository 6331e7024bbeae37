// What a delivery can't do without: signing the same bytes and posting them, so many at a time.
import { createHmac, randomBytes } from 'node:crypto'
import { Agent, request } from 'undici'

export interface Asked {
  url: string
  body: string
  posts: number
  atATime: number
}

const key = randomBytes(32)
const dispatcher = new Agent({ pipelining: 1 })

async function run({ url, body: text, posts, atATime }: Asked): Promise<{ perSecond: number }> {
  const body = Buffer.from(text)
  let left = posts
  const startedAt = performance.now()
  const lane = async () => {
    while (left-- > 0) {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.`).update(body).digest('base64')
      const headers = {
        ...{ 'content-type': 'application/json', 'user-agent': 'bare', 'webhook-id': 'evt_1' },
        ...{ 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
      }
      const answer = await request(url, { method: 'POST', headers, body, dispatcher })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: atATime }, lane))
  return { perSecond: posts / ((performance.now() - startedAt) / 1000) }
}

process.on('message', (asked: Asked) => {
  void run(asked).then((told) => process.send?.(told))
})
process.on('disconnect', () => process.exit())

import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Answered, type Outgoing, type OutgoingOptions, openOutgoing } from '../../src/webhooks/outgoing.ts'

const QUICK_MS = 300

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

function outgoing(options: Partial<OutgoingOptions> = {}): Outgoing {
  const made = openOutgoing({ allowInsecure: true, timeoutMs: QUICK_MS, ...options })
  open.push(made.close)
  return made
}

/** A server that does whatever it likes with a connection; answers its address. */
async function serve(use: (socket: Socket) => void): Promise<{ url: string; connections: () => number; server: Server }> {
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => use(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, connections: () => connections, server }
}

const post = (out: Outgoing, url: string): Promise<Answered> => out.post(url, { 'content-type': 'application/json' }, Buffer.from('{}'))

/** Ends soon after the time that an attempt has, whatever the receiver does. */
async function expectCutOff(url: string): Promise<Answered> {
  const startedAt = performance.now()
  const answered = await post(outgoing(), url)
  expect(performance.now() - startedAt).toBeLessThan(10 * QUICK_MS)
  return answered
}

test('a receiver that never answers is given up when its time is over', async () => {
  const { url } = await serve(() => {})
  expect(await expectCutOff(url)).toMatchObject({ httpStatus: null, error: 'no answer within 0.3 seconds' })
})

test('one that drips the head of its answer is given up, too', async () => {
  const { url } = await serve((socket) => {
    const timer = setInterval(() => socket.write('H'), 20)
    socket.on('close', () => clearInterval(timer))
    socket.write('HTTP/1.1 200 OK\r\nX-')
  })
  expect(await expectCutOff(url)).toMatchObject({ httpStatus: null, error: 'no answer within 0.3 seconds' })
})

test('one that answers and then drips its body is cut off; its answer counts', async () => {
  const { url } = await serve((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
    const timer = setInterval(() => socket.write('1\r\nx\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await expectCutOff(url)).toMatchObject({ httpStatus: 200, error: null })
})

test('of one that answers gigabytes little is read', async () => {
  let written = 0
  let isClosed = false
  const { url } = await serve((socket) => {
    socket.on('close', () => {
      isClosed = true
    })
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4000000000\r\n\r\n')
    const pour = () => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536))) written += 65_536
      if (!socket.destroyed) socket.once('drain', pour)
    }
    pour()
  })
  const { httpStatus, responseSnippet } = await expectCutOff(url)
  expect([httpStatus, responseSnippet?.length]).toEqual([200, 500])
  await expect.poll(() => isClosed).toBe(true)
  // what fits in the buffers of two sockets, and no more
  expect(written).toBeLessThan(20_000_000)
})

test('a head that never ends is refused', async () => {
  const { url } = await serve((socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`))
  expect(await expectCutOff(url)).toMatchObject({ httpStatus: null, error: 'the headers of the answer are too large' })
})

test('one that hangs up, or speaks no HTTP, is a failure that says so', async () => {
  const hangsUp = await serve((socket) => socket.destroy())
  expect((await post(outgoing(), hangsUp.url)).error).toMatch(/cut/)
  const babbles = await serve((socket) => socket.end('hello\r\n\r\n'))
  expect(await post(outgoing(), babbles.url)).toMatchObject({ httpStatus: null, error: expect.any(String) })
})

test('nobody there is a failure that says so', async () => {
  const { url, server } = await serve(() => {})
  await new Promise((resolve) => server.close(resolve))
  expect((await post(outgoing(), url)).error).toBe('the connection was refused')
})

const pointing =
  (...addresses: string[]): NonNullable<OutgoingOptions['resolve']> =>
  (_hostname, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

test.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '100.64.0.1', '::1', '::ffff:127.0.0.1', 'fd00::1'])(
  'a name that leads to %s gets no byte',
  async (address) => {
    const { connections, url } = await serve((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    const strict = outgoing({ allowInsecure: false, resolve: pointing(address) })
    for (const scheme of ['https', 'http']) {
      const answered = await post(strict, `${scheme}://inside.example:${new URL(url).port}/`)
      expect(answered).toMatchObject({ httpStatus: null, error: 'the address is not on the public network' })
    }
    expect(connections()).toBe(0)
  },
)

test.each(['https://10.0.0.1/', 'https://127.0.0.1/', 'https://[::1]/', 'https://[::ffff:7f00:1]/', 'http://8.8.8.8/'])(
  '%s gets no byte, though no name has to be looked up',
  async (url) => {
    expect((await post(outgoing({ allowInsecure: false }), url)).error).toBe('the address is not on the public network')
  },
)

test('a name is judged at every connect: pointed inside after it was good, it gets nothing more', async () => {
  const { url, connections } = await serve((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'))
  let leadsTo = '127.0.0.1'
  const out = outgoing({ resolve: (hostname, answer) => pointing(leadsTo)(hostname, answer) })
  const rebinding = `http://rebinding.example:${new URL(url).port}/`
  expect((await post(out, rebinding)).httpStatus).toBe(200)
  leadsTo = '10.0.0.1'
  expect((await post(out, rebinding)).error).toBe('the address is not on the public network')
  expect(connections()).toBe(1)
})

test('of several addresses only the open ones are tried', async () => {
  const { url } = await serve((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  const out = outgoing({ resolve: pointing('10.0.0.1', '127.0.0.1') })
  expect((await post(out, `http://mixed.example:${new URL(url).port}/`)).httpStatus).toBe(200)
})

test('insecure webhooks reach this machine only', async () => {
  for (const address of ['10.0.0.1', '8.8.8.8']) {
    expect((await post(outgoing({ resolve: pointing(address) }), 'http://outside.example/')).error).toBe(
      'the address is not on the public network',
    )
  }
})

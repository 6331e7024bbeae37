// Loaded into a server process before it starts: on request, the process kills itself at one point of its next write.
import { subscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'

/** `before` a statement is sent, just after it was `sent`, or when all is done and the answer is about to leave. */
export interface DeathWish {
  moment: 'before' | 'sent' | 'answering'
  /** Which statement, counted from the one that opens the write; 0 is none of them. */
  statement: number
}

let wish: DeathWish | undefined
let statements = 0

const die = () => process.kill(process.pid, 'SIGKILL')

process.on('message', (message: DeathWish) => {
  wish = message
  statements = 0
  process.send?.('ready')
})
// it must not keep a server alive that would otherwise end
process.channel?.unref()

subscribe('travesia:statement', (text) => {
  const isPulse = text === 'select 1'
  if (!wish || isPulse || (statements === 0 && !String(text).includes('open_write('))) return
  statements++
  if (statements !== wish.statement) return
  if (wish.moment === 'before') die()
  // the bytes leave within this turn; the answer can't be here before the next
  if (wish.moment === 'sent') setImmediate(die)
})

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: Parameters<typeof writeHead>) {
  if (wish?.moment === 'answering') die()
  return writeHead.apply(this, args)
} as typeof writeHead

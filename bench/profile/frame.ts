import type { Profiler } from 'node:inspector'

export type Frame = Profiler.ProfileNode['callFrame']

/** To whom a function belongs: a package, us, node's own modules, or the engine below. */
export function moduleOf({ url, functionName }: Frame): string {
  const packaged = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(url)?.[1]
  if (packaged) return packaged
  if (url.includes('/src/')) return 'ours'
  if (url.includes('/bench/') || url === 'node:inspector') return 'the profiler'
  if (url.startsWith('node:')) return 'node'
  return functionName.startsWith('(') ? functionName : 'engine'
}

export const isOurs = (frame: Frame): boolean => frame.url.includes('/src/')

export const nameOf = ({ url, functionName, lineNumber }: Frame): string =>
  `${functionName || '(anonymous)'}  ${url === '' ? '' : `${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`}`.trimEnd()

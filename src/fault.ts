/** A fault of ours, on standard error as one JSON line. The message of a database error may quote a row: it stays out. */
export function reportFault(error: unknown, where: Record<string, unknown>): void {
  const { name, code, stack, message } = error as Error & { code?: string }
  const frames = stack?.slice(stack.indexOf('\n    at ') + 1)
  const what = code === undefined ? { message } : { code }
  console.error(JSON.stringify({ level: 'error', time: new Date().toISOString(), ...where, name, ...what, stack: frames }))
}

const MAX_NAMES = 1000

/**
 * A name for each distinct statement lets the server parse and plan it once a connection. Without one, past the limit, it is
 * prepared every time. Who names statements has a prefix of its own: each keeps its own account of what a connection knows.
 */
export function statementNames(prefix: string): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    let name = names.get(text)
    if (!name && names.size < MAX_NAMES) {
      name = `${prefix}${names.size}`
      names.set(text, name)
    }
    return name
  }
}

/** Rung after a write of an agency has committed, in the process that did it. */
export interface Doorbell {
  ring(agencyId: string): void
  /** One listener at most: who answers is the relay. */
  answer(listener: (agencyId: string) => void): void
}

export function doorbell(): Doorbell {
  let listener: ((agencyId: string) => void) | undefined
  return {
    ring: (agencyId) => listener?.(agencyId),
    answer(answers) {
      listener = answers
    },
  }
}

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const NIE_STARTS = 'XYZ'

/** Eight digits, and the letter that follows from them. */
export function isDni(number: string): boolean {
  const [, digits, letter] = /^(\d{8})([A-Z])$/.exec(number) ?? []
  return digits !== undefined && letterFor(Number(digits)) === letter
}

/** As a DNI, with a letter for its first digit: X stands for 0, Y for 1, Z for 2. */
export function isNie(number: string): boolean {
  const [, start, digits, letter] = /^([XYZ])(\d{7})([A-Z])$/.exec(number) ?? []
  return start !== undefined && letterFor(Number(`${NIE_STARTS.indexOf(start)}${digits}`)) === letter
}

const letterFor = (number: number): string | undefined => LETTERS[number % LETTERS.length]

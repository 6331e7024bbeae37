import { expect, test } from 'vitest'
import { nameKey, tidyName } from './folder.rules.ts'

test('a name is kept as it was typed, without the space that nobody sees', () => {
  expect(tidyName('  Billetes   de\ttren ')).toBe('Billetes de tren')
  expect(tidyName('Mu\u006e\u0303oz')).toBe('Mu\u00f1oz')
})

test.each([
  ['Billetes', 'billetes', true],
  ['Billetes', ' BILLETES  ', true],
  ['Pólizas', 'PÓLIZAS', true],
  ['Pólizas', 'Po\u0301lizas', true],
  ['Pólizas', 'Polizas', false],
  ['Año', 'Ano', false],
  ['Billetes', 'Billetes 2', false],
])('%j and %j are the same name: %s', (one, other, same) => {
  expect(nameKey(one) === nameKey(other)).toBe(same)
})

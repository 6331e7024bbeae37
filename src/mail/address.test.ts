import { expect, test } from 'vitest'
import { isAddress, parseSender } from './address.ts'

test.each([
  'ana@agency.example',
  "o'brien+viajes@agency.example",
  'ana@localhost',
  'ñandú@correo.español',
  `${'a'.repeat(64)}@${'b'.repeat(189)}`,
])('%s is an address', (text) => expect(isAddress(text)).toBe(true))

test.each([
  ['nothing', ''],
  ['no host', 'ana@'],
  ['no name', '@agency.example'],
  ['two hosts', 'ana@eva@agency.example'],
  ['a space', 'ana prueba@agency.example'],
  ['a line break', 'ana@agency.example\n'],
  ['a header behind it', 'ana@agency.example\r\nBcc: eva@evil.example'],
  ['a null', 'ana\0@agency.example'],
  ['a list', 'ana@agency.example,eva@evil.example'],
  ['a group', 'all:ana@agency.example;'],
  ['brackets', '<ana@agency.example>'],
  ['quotes', '"ana"@agency.example'],
  ['more than SMTP carries', `${'a'.repeat(64)}@${'b'.repeat(190)}`],
])('%s makes no address', (_, text) => expect(isAddress(text)).toBe(false))

test.each([
  ['hola@viajes.example', undefined],
  [' hola@viajes.example ', undefined],
  ['<hola@viajes.example>', undefined],
  ['Viajes Ñandú <hola@viajes.example>', 'Viajes Ñandú'],
  ['"Viajes, Sol" <hola@viajes.example>', 'Viajes, Sol'],
])('mail may be from %s', (text, name) => expect(parseSender(text)).toEqual({ name, address: 'hola@viajes.example' }))

test.each([
  'Viajes',
  'Viajes hola@viajes.example',
  'Viajes <hola>',
  'Viajes\nBcc: eva@evil.example <hola@viajes.example>',
  'Viajes <hola@viajes.example> <eva@evil.example>',
  'Viajes <hola@viajes.example>, eva@evil.example',
])('%j is nobody that mail may be from', (text) => expect(parseSender(text)).toBeUndefined())

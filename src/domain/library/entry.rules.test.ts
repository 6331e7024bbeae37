import { expect, test } from 'vitest'
import { titleOf } from './entry.rules.ts'

test.each([
  ['a section by its title', 'section', { title: ' Antes de salir ' }, 'Antes de salir'],
  ['a lodging by its name', 'lodging', { name: 'Ryokan Yamato', description: 'x' }, 'Ryokan Yamato'],
  ['a heading by its text', 'heading', { text: 'Llegada' }, 'Llegada'],
  ['a transfer by its way', 'transfer', { from: 'Tokio', to: 'Kioto' }, 'Tokio → Kioto'],
  ['a text by how it begins', 'text', { markdown: '\n## Qué llevar\n- pasaporte' }, 'Qué llevar'],
  ['an image by its caption', 'image', { url: 'https://example.com/a.jpg', caption: 'El Fuji' }, 'El Fuji'],
  ['a day without a title by what it is', 'day', { title: '' }, 'day'],
  ['a divider by what it is', 'divider', {}, 'divider'],
  ['a text of signs alone by what it is', 'text', { markdown: '---\n\n' }, 'text'],
  ['a long text by 200 characters', 'text', { markdown: 'ñ'.repeat(300) }, 'ñ'.repeat(200)],
] as const)('a saved block is called: %s', (_what, type, data, title) => {
  expect(titleOf({ type, data })).toBe(title)
})

test('a title is never cut through a letter', () => {
  expect(titleOf({ type: 'text', data: { markdown: `a${'😀'.repeat(150)}` } }).isWellFormed()).toBe(true)
})

import { expect, test } from 'vitest'
import { switchedOffMail } from './switched-off-mail.ts'

const ENDPOINT = {
  url: 'https://crm.example.com/travesia',
  address: 'https://viajes.example/v1/webhook-endpoints/0199',
  failingSince: '2026-11-18T08:30:00.000Z',
  timeZone: 'Europe/Madrid',
  ownerName: 'Ana',
  keyName: 'CRM',
  agencyName: 'Viajes Sol',
}

test('it says which endpoint, since when it fails, what became of what waited, and how to go on', () => {
  const { subject, text, html } = switchedOffMail(ENDPOINT)
  expect(subject).toBe('Webhook desactivado: crm.example.com')
  for (const told of [
    'Hola, Ana:',
    'https://crm.example.com/travesia',
    'clave «CRM» de Viajes Sol',
    'se han descartado',
    'PATCH https://viajes.example/v1/webhook-endpoints/0199',
    'POST https://viajes.example/v1/webhook-endpoints/0199/deliveries/{deliveryId}/resend',
  ]) {
    expect(text).toContain(told)
    expect(html.replaceAll(/<\/?code>/g, '')).toContain(told)
  }
  expect(text).toMatch(/Desde el 18 de noviembre de 2026.{1,8}9:30 \(hora de Europe\/Madrid\)/)
  expect(text).toContain('{"enabled": true}')
  expect(html).toContain('{&quot;enabled&quot;: true}')
})

test('what the address of the endpoint opens with is not in it', () => {
  const { subject, text, html } = switchedOffMail({ ...ENDPOINT, url: 'https://user:secret@crm.example.com/hook?token=hidden#part' })
  expect(text).toContain('https://crm.example.com/hook')
  for (const part of ['user', 'secret', 'token', 'hidden', 'part']) expect(subject + text + html).not.toContain(part)
})

test('names are text, whatever is written in them', () => {
  const evil = '<img src=x onerror=alert(1)> & "Co"'
  const { text, html } = switchedOffMail({ ...ENDPOINT, ownerName: evil, keyName: '`</code><script>', agencyName: evil })
  expect(text).toContain(evil)
  expect(html).not.toMatch(/<img|<script/)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot;')
})

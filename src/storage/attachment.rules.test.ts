import { expect, test } from 'vitest'
import { attachment } from './attachment.rules.ts'

test.each([
  ['Billetes.pdf', 'Billetes.pdf', 'Billetes.pdf'],
  ['Billetes de tren.pdf', 'Billetes de tren.pdf', 'Billetes%20de%20tren.pdf'],
  ['Póliza Núñez.pdf', 'P_liza N__ez.pdf', 'P%C3%B3liza%20N%C3%BA%C3%B1ez.pdf'],
  ['旅程.pdf', '__.pdf', '%E6%97%85%E7%A8%8B.pdf'],
  ["l'hôtel (2).pdf", "l'h_tel (2).pdf", 'l%27h%C3%B4tel%20%282%29.pdf'],
  ['100%.pdf', '100_.pdf', '100%25.pdf'],
])('%j is saved under its name', (name, plain, encoded) => {
  expect(attachment(name)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
})

test.each([
  ['a quote ends nothing', 'x.pdf"; filename="virus.exe', 'x.pdf_; filename=_virus.exe'],
  ['a line break begins no header', 'x.pdf\r\nSet-Cookie: a=b', 'x.pdf__Set-Cookie_ a=b'],
  ['a path leads nowhere', '../../etc/passwd', '.._.._etc_passwd'],
  ['nor does a Windows path', 'C:\\Windows\\x.dll', 'C__Windows_x.dll'],
  ['a mark that turns letters around is taken out', 'foto\u202efdp.exe', 'foto_fdp.exe'],
  ['dots alone are no name', '..', 'document'],
  ['half a letter does not break the header', 'a\ud800.pdf', 'a_.pdf'],
])('%s', (_, name, plain) => {
  const header = attachment(name)
  expect(header.slice(0, header.indexOf("; filename*=UTF-8''"))).toBe(`attachment; filename="${plain}"`)
  expect(header).toMatch(/^[\x20-\x7e]+$/)
  expect(header.slice(header.indexOf("''") + 2)).toMatch(/^[\w.~!%-]+$/)
})
